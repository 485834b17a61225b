import type { Opening } from "../props.gen";

const day = 864e5;

/** Whether the office is open, the text that says so, and the next day for a job if none can be booked for today. */
interface Status {
  open: boolean;
  text: string;
  earliest: string;
}

/** A minute of the day as people write it: 7am, 12:30pm. */
export function clock(minute: number): string {
  const rest = minute % 60 ? `:${`${minute % 60}`.padStart(2, "0")}` : "";
  return `${((Math.floor(minute / 60) + 11) % 12) + 1}${rest}${minute < 720 ? "am" : "pm"}`;
}

/** The status at a local date and minute of the day: the same rule as content/hours.go. A test compares the two. */
export function openingAt(o: Opening, date: string, minutes: number): Status {
  // A date alone is midnight UTC, where all days have the same length. Weeks begin on Monday.
  const weekday = (at: string) => (new Date(at).getUTCDay() + 6) % 7;
  const season = (at: string) =>
    o.seasons?.find(({ from, to }) => {
      const day = at.slice(-from.length);
      return from > to ? day >= from || day <= to : day >= from && day <= to;
    });
  const hours = (at: string) => {
    const closes = o.closes[weekday(at)]!;
    return (closes && season(at)) || { opens: o.opens[weekday(at)]!, closes };
  };
  const holiday = (at: string) => o.holidays?.includes(at) || season(at)?.closes === 0;
  const works = (at: string) => hours(at).closes > 0 && !holiday(at);
  const { opens, closes } = hours(date);
  let next = date;
  let days = 0;
  do next = new Date(Date.parse(date) + ++days * day).toISOString().slice(0, 10);
  while (!works(next));
  // From seven days on, the name alone would mean an earlier day.
  const [, month, dayOfMonth] = next.split("-").map(Number);
  const name = days === 1 ? o.words.tomorrow : o.days[weekday(next)]! + (days < 7 ? "" : `, ${month}/${dayOfMonth}`);
  const tomorrow = new Date(Date.parse(date) + day).toISOString().slice(0, 10);
  const booking = works(date) && minutes < closes - (o.nextDayMargin ?? 1440) && !holiday(tomorrow);
  const earliest = works(date) && minutes < o.cutoff ? "" : booking ? o.words.tomorrow : name;
  if (works(date) && minutes < closes && minutes >= opens) {
    const text = earliest ? o.words.open : o.words.sameDay;
    return { open: true, text: text.replaceAll("[closes]", clock(closes)), earliest };
  }
  const soon = works(date) && minutes < opens;
  const text = o.words.closed
    .replaceAll("[day]", soon ? o.words.today : name)
    .replaceAll("[opens]", clock(soon ? opens : hours(next).opens));
  return { open: false, text, earliest };
}

/** The same for the current time. */
export function openingNow(o: Opening): Status {
  // The Swedish format is ISO 8601. Browsers of 2020 do not know dateStyle.
  const now = new Intl.DateTimeFormat("sv-SE", {
    timeZone: o.timezone,
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
  }).format(Date.now());
  const [date, clock] = now.split(" ");
  const [hours, minutes] = clock!.split(":").map(Number);
  return openingAt(o, date!, hours! * 60 + minutes!);
}
