import type { Opening } from "../props.gen";

const day = 864e5;

/**
 * Whether the office is open at a local date and minute of the day, and the text that says so. The same rule as
 * content/hours.go; a property test compares the two.
 */
export function openingAt(o: Opening, date: string, minutes: number): { open: boolean; text: string } {
  // A date alone is midnight UTC, where all days have the same length. Weeks begin on Monday.
  const weekday = (at: string) => (new Date(at).getUTCDay() + 6) % 7;
  const works = (at: string) => weekday(at) >= o.first && weekday(at) <= o.last && !o.holidays?.includes(at);
  let next = date;
  let days = 0;
  if (works(date) && minutes < o.closes) {
    if (minutes >= o.opens) return { open: true, text: minutes < o.cutoff ? o.words.sameDay : o.words.open };
  } else {
    do next = new Date(Date.parse(date) + ++days * day).toISOString().slice(0, 10);
    while (!works(next));
  }
  const name = days ? o.days[weekday(next)] : o.words.today;
  // From seven days on, the name alone would mean an earlier day.
  const [, month, dayOfMonth] = next.split("-").map(Number);
  return {
    open: false,
    text: o.words.closed.replaceAll("[day]", days < 7 ? name! : `${name}, ${month}/${dayOfMonth}`),
  };
}

/** The same for the current time. */
export function openingNow(o: Opening): { open: boolean; text: string } {
  // The Swedish format is ISO 8601. Browsers of 2020 do not know dateStyle.
  const now = new Intl.DateTimeFormat("sv-SE", {
    timeZone: o.timezone,
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
  }).format(Date.now());
  const [date, clock] = now.split(" ");
  const [hours, minutes] = clock!.split(":").map(Number);
  return openingAt(o, date!, hours! * 60 + minutes!);
}
