import type { Opening } from "../props.gen";

const day = 864e5;

/**
 * Whether the office is open at a time of its own calendar and clock, and the words for it. The same rule as in
 * content/opening.go, which a property test holds to this file.
 */
export function openingAt(o: Opening, date: string, minutes: number): { open: boolean; text: string } {
  // A date alone is midnight in UTC, and days there all have the same length. Monday is the first of a week.
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
  // From a week on the name alone would be that of a nearer day.
  const [, month, dayOfMonth] = next.split("-").map(Number);
  return { open: false, text: o.words.closed.replaceAll("[day]", days < 7 ? name! : `${name}, ${month}/${dayOfMonth}`) };
}

/** The same at this moment. */
export function openingNow(o: Opening): { open: boolean; text: string } {
  // Swedish dates are ISO 8601's.
  const now = new Intl.DateTimeFormat("sv-SE", { timeZone: o.timezone, dateStyle: "short", timeStyle: "short" }).format(Date.now());
  const [date, clock] = now.split(" ");
  const [hours, minutes] = clock!.split(":").map(Number);
  return openingAt(o, date!, hours! * 60 + minutes!);
}
