import { DateTime, Duration, IANAZone, Info, Interval } from "luxon";
import { useState } from "react";

export function Tree() {
  const [days, setDays] = useState(0);
  const at = DateTime.fromISO("2026-03-08T13:05:09Z", { zone: "America/Chicago", locale: "en-US" }).plus({ days });
  return (
    <dl>
      <dt>{at.toFormat("cccc, LLLL d, yyyy, h:mm a ZZZZ")}</dt>
      <dd>{at.toLocaleString(DateTime.DATETIME_FULL)}</dd>
      <dd>{at.setZone("Europe/Paris").toISO()} {at.setZone("utc").toHTTP()}</dd>
      <dd>{at.setZone("UTC+3").toFormat("yyyy-MM-dd HH:mm ZZ, 'week' W, 'day' o, 'quarter' q")}</dd>
      <dd>{at.minus({ years: 2100 }).toFormat("d LLL y G")}</dd>
      <dd>{at.diff(DateTime.utc(2026, 1, 1), ["days", "hours"]).toHuman()}</dd>
      <dd>{Duration.fromObject({ hours: 26, minutes: 5 }).shiftTo("days", "hours", "minutes").toHuman()}</dd>
      <dd>{Interval.fromDateTimes(at, at.plus({ weeks: 2 })).splitBy({ days: 7 }).length} weeks</dd>
      <dd>{Info.months("short").join()}, {Info.eras("long").join()}</dd>
      <dd>{DateTime.fromFormat("March 8, 2026", "LLLL d, yyyy", { zone: "America/New_York" }).toISO()}</dd>
      <dd>{String(IANAZone.isValidZone("America/Nowhere"))}, {String(at.isInDST)}</dd>
      <button onClick={() => setDays(1)}>tomorrow</button>
    </dl>
  );
}
