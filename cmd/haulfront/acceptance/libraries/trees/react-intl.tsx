import { useState } from "react";
import { FormattedDate, FormattedList, FormattedMessage, FormattedNumber, FormattedRelativeTime } from "react-intl";
import { IntlProvider, useIntl } from "react-intl";

const messages = {
  loads: "You have {n, plural, =0 {no loads} one {# load} other {# loads}}, {name}.",
  place: "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} stop, {kind, select, dump {dump} other {sale}}",
  price: "From {low, number, ::currency/USD} on {day, date, ::yyyyMMMd}, <b>{share, number, percent}</b> off",
};
const day = new Date(Date.UTC(2026, 2, 27, 16, 5, 9));

function Texts({ n }: { n: number }) {
  const intl = useIntl();
  const bold = (text: React.ReactNode) => <b>{text}</b>;
  return (
    <>
      <p title={intl.formatMessage({ id: "loads" }, { n: 0, name: "Jo & Co" })}>
        <FormattedMessage id="loads" values={{ n, name: "Jo" }} />
      </p>
      <ul>
        {[1, 2, 3, 11, 22].map((stop) => (
          <li key={stop}>
            <FormattedMessage id="place" values={{ n: stop, kind: "dump" }} />
          </li>
        ))}
      </ul>
      <p>
        <FormattedMessage id="price" values={{ low: 1250.5, day, share: 0.15, b: bold }} />
      </p>
      <FormattedDate value={day} dateStyle="full" /> <FormattedNumber value={1234567.891} maximumFractionDigits={1} />
      <FormattedNumber value={12} style="unit" unit="mile" unitDisplay="long" />
      <FormattedRelativeTime value={-3} unit="day" numeric="auto" /> <FormattedList value={["sofa", "bed", "desk"]} />
    </>
  );
}

export function Tree() {
  const [n, setN] = useState(1);
  return (
    <IntlProvider locale="en-US" timeZone="UTC" messages={messages}>
      <Texts n={n} />
      <button onClick={() => setN(n + 1)}>more</button>
    </IntlProvider>
  );
}
