import dayjs from "dayjs";
import "dayjs/locale/fr.js";
import advancedFormat from "dayjs/plugin/advancedFormat.js";
import duration from "dayjs/plugin/duration.js";
import isoWeek from "dayjs/plugin/isoWeek.js";
import relativeTime from "dayjs/plugin/relativeTime.js";
import timezone from "dayjs/plugin/timezone.js";
import utc from "dayjs/plugin/utc.js";
import { useState } from "react";

for (const plugin of [utc, timezone, advancedFormat, duration, isoWeek, relativeTime]) dayjs.extend(plugin);

export function Tree() {
  const [days, setDays] = useState(0);
  const at = dayjs.utc("2026-03-08T13:05:09Z").add(days, "day");
  return (
    <dl>
      <dt>{at.tz("America/Chicago").format("dddd, MMMM Do YYYY, h:mm A")}</dt>
      <dd>{at.tz("Europe/Paris").locale("fr").format("dddd D MMMM YYYY HH:mm Z")}</dd>
      <dd>{at.from(dayjs.utc("2026-03-01"))}</dd>
      <dd>{dayjs.duration({ hours: 26, minutes: 5 }).humanize()}</dd>
      <dd>{[at.isoWeek(), at.daysInMonth(), at.endOf("month").toISOString(), at.isBefore("2027-01-01")].join()}</dd>
      <button onClick={() => setDays(1)}>tomorrow</button>
    </dl>
  );
}
