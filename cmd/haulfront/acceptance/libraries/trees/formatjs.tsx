import "@formatjs/intl-getcanonicallocales/polyfill-force.js";
import "@formatjs/intl-locale/polyfill-force.js";
import "@formatjs/intl-pluralrules/polyfill-force.js";
import "@formatjs/intl-pluralrules/locale-data/de.js";
import "@formatjs/intl-pluralrules/locale-data/fr.js";
import "@formatjs/intl-numberformat/polyfill-force.js";
import "@formatjs/intl-numberformat/locale-data/de.js";
import "@formatjs/intl-numberformat/locale-data/fr.js";
import "@formatjs/intl-datetimeformat/polyfill-force.js";
import "@formatjs/intl-datetimeformat/locale-data/de.js";
import "@formatjs/intl-datetimeformat/locale-data/fr.js";
import "@formatjs/intl-datetimeformat/add-all-tz.js";
import { useState } from "react";

const day = new Date(Date.UTC(2026, 2, 27, 16, 5, 9));

export function Tree() {
  const [locale, setLocale] = useState("de-DE");
  return (
    <section lang={locale}>
      <p>{new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(1234567.891)}</p>
      <p>{(0.256).toLocaleString(locale, { style: "percent" })}</p>
      <p>{new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short", timeZone: "UTC" }).format(day)}</p>
      <p>{day.toLocaleDateString(locale, { weekday: "short", month: "long", day: "numeric", timeZone: "Asia/Tokyo" })}</p>
      <p>{new Intl.PluralRules(locale).select(1e6)}</p>
      <button onClick={() => setLocale("fr-FR")}>français</button>
    </section>
  );
}
