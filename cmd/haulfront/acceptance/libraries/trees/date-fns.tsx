import { addBusinessDays, differenceInCalendarDays, eachDayOfInterval, endOfMonth, format } from "date-fns";
import { formatDistance, formatISO, getISOWeek, intervalToDuration, isWeekend, parse, parseISO } from "date-fns";
import { startOfWeek } from "date-fns";
import { de, enUS, pl } from "date-fns/locale";
import { useState } from "react";

const day = new Date(2026, 2, 27, 16, 5, 9);
const locales = { en: enUS, de, pl };

export function Tree() {
  const [days, setDays] = useState(0);
  const shown = addBusinessDays(day, days);
  const week = eachDayOfInterval({ start: startOfWeek(shown, { weekStartsOn: 1 }), end: endOfMonth(shown) });
  return (
    <section>
      <time dateTime={formatISO(shown, { representation: "date" })}>{format(shown, "EEEE, MMMM do yyyy, h:mm a")}</time>
      <ul>
        {Object.entries(locales).map(([name, locale]) => (
          <li key={name}>
            {format(shown, "PPPP", { locale })},{" "}
            {formatDistance(day, parseISO("2026-05-01"), { locale, addSuffix: true })}
          </li>
        ))}
      </ul>
      <table>
        <tbody>
          <tr>
            {week.map((date) => (
              <td key={date.getDate()} data-weekend={isWeekend(date)}>
                {format(date, "d")}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p>
        {getISOWeek(shown)} {differenceInCalendarDays(parse("04/05/2026", "MM/dd/yyyy", day), shown)}
        {JSON.stringify(intervalToDuration({ start: day, end: new Date(2027, 0, 1) }))}
      </p>
      <button onClick={() => setDays(days + 1)}>later</button>
    </section>
  );
}
