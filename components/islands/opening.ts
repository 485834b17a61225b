import type { Opening } from "../props.gen";

const day = 864e5;

/** Whether the office is open, the text that says so, and the first day that its answer can book if not today. */
interface Status {
  open: boolean;
  text: string;
  earliest: string;
  /** The message of a form in its place while a call books a job that the answer would come too late for. */
  call?: "callToday" | "callAhead" | undefined;
}

/** A minute of the day as people write it: 7am, 12:30pm. */
export function clock(minute: number): string {
  const rest = minute % 60 ? `:${`${minute % 60}`.padStart(2, "0")}` : "";
  return `${((Math.floor(minute / 60) + 11) % 12) + 1}${rest}${minute < 720 ? "am" : "pm"}`;
}

/** The article of a time in Spanish: "a las 1pm" is "a la 1pm". */
const spanish = (text: string) => text.replace(/\blas (1(:\d\d)?[ap]m)/, "la $1");

/**
 * The status at a local date and minute of the day, for a job that is booked so many hours ahead: the same rules as in
 * content/company/hours.go. A test compares the two.
 */
export function openingAt(o: Opening, date: string, minutes: number, ahead = 0): Status {
  // A date alone is midnight UTC, where all days have the same length. Weeks begin on Monday.
  const dateOf = (n: number) => new Date(Date.parse(date) + n * day).toISOString().slice(0, 10);
  const weekday = (n: number) => (new Date(dateOf(n)).getUTCDay() + 6) % 7;
  const season = (n: number) =>
    o.seasons?.find(({ from, to }) => {
      const day = dateOf(n).slice(-from.length);
      return from > to ? day >= from || day <= to : day >= from && day <= to;
    });
  const opens = (n: number) => (season(n) ?? o).opens[weekday(n)]!;
  const closes = (n: number) => (season(n) ?? o).closes[weekday(n)]!;
  const isHoliday = (n: number) => o.holidays?.includes(dateOf(n)) || season(n)?.closes.every((at) => !at);
  const works = (n: number) => closes(n) > 0 && !isHoliday(n);
  const name = (n: number) => {
    // From seven days on, the name alone would mean an earlier day.
    const [, month, dayOfMonth] = dateOf(n).split("-").map(Number);
    return n === 1 ? o.words.tomorrow : o.days[weekday(n)]! + (n < 7 ? "" : `, ${month}/${dayOfMonth}`);
  };
  /** The first day of a job of two hours that is agreed at a minute of a day. */
  const firstDay = (from: number, minute: number, ahead: number) => {
    for (let n = from, last = from, jobs = false; ; n++) {
      if (works(n)) [last, jobs] = [n, o.everyDay === true && (n > from || minute < closes(n))];
      else jobs &&= !isHoliday(n);
      const taken = works(n) ? n > from || minute < o.cutoff : jobs;
      if (taken && (n - from) * 1440 + closes(last) >= minute + (ahead + 2) * 60) return n;
    }
  };
  /** The same for the minute at which the office will have been open for the response time. */
  const answered = () => {
    for (let n = 0, rest = o.response; ; n++) {
      const begin = Math.max(n ? 0 : minutes, opens(n));
      const left = works(n) ? closes(n) - begin : 0;
      if (left > 0 && rest <= left) return firstDay(n, begin + rest, 0);
      rest -= Math.max(0, left);
    }
  };
  const open = works(0) && minutes >= opens(0) && minutes < closes(0);
  const first = ahead ? firstDay(0, minutes, ahead) : answered();
  const called = open && !ahead ? firstDay(0, minutes, 0) : first;
  const earliest = first ? name(first) : "";
  const call = called === first ? undefined : called ? "callAhead" : "callToday";
  if (open) {
    const text = minutes < o.cutoff ? o.words.sameDay : o.words.open;
    return { open, text: spanish(text.replaceAll("[closes]", clock(closes(0)))), earliest, call };
  }
  let next = works(0) && minutes < opens(0) ? 0 : 1;
  while (!works(next)) next++;
  const text = o.words.closed
    .replaceAll("[day]", next ? name(next) : o.words.today)
    .replaceAll("[opens]", clock(opens(next)));
  return { open, text: spanish(text), earliest, call };
}

/** The same for the current time. */
export function openingNow(o: Opening, ahead = 0): Status {
  // The Swedish format is ISO 8601. Browsers of 2020 do not know dateStyle.
  const now = new Intl.DateTimeFormat("sv-SE", {
    timeZone: o.timezone,
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
  }).format(Date.now());
  const [date, clock] = now.split(" ");
  const [hours, minutes] = clock!.split(":").map(Number);
  return openingAt(o, date!, hours! * 60 + minutes!, ahead);
}
