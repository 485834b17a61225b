import "@formatjs/intl-getcanonicallocales/polyfill.js";
import "@formatjs/intl-locale/polyfill.js";
import "@formatjs/intl-pluralrules/polyfill-force.js";
import "@formatjs/intl-pluralrules/locale-data/en.js";
import "@formatjs/intl-numberformat/polyfill-force.js";
import "@formatjs/intl-numberformat/locale-data/en.js";
import "@formatjs/intl-datetimeformat/polyfill-force.js";
import "@formatjs/intl-datetimeformat/locale-data/en.js";
import "@formatjs/intl-datetimeformat/locale-data/fr.js";
import "@formatjs/intl-datetimeformat/add-all-tz.js";
import { parseDate } from "@internationalized/date";
import { useState } from "react";
import { DateField, DateInput, DateSegment, I18nProvider, Label } from "react-aria-components";

// Date fields ask for a format in French, to find a mistake of old browsers.
export function Tree() {
  const [day, setDay] = useState(parseDate("2026-03-27"));
  return (
    <I18nProvider locale="en-US">
      <DateField value={day}>
        <Label>Day</Label>
        <DateInput>{(segment) => <DateSegment segment={segment} />}</DateInput>
      </DateField>
      <button onClick={() => setDay(day.add({ days: 1 }))}>later</button>
    </I18nProvider>
  );
}
