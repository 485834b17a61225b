import type { CallBar as CallBarProps } from "../../props.gen";
import { Icon } from "../../ui/Icon/Icon";
import "./CallBar.css";

interface Props {
  actions: CallBarProps;
}

/** Three actions under the thumb, on phones only. entry.browser.ts hides it while a form is on the screen. */
export function CallBar({ actions: { call, text, quote } }: Props) {
  return (
    <div className="CallBar">
      <a className="CallBar-action" href={call.href}>
        <Icon name="phone" />
        {call.label}
      </a>
      <a className="CallBar-action" href={text.href}>
        <Icon name="message-square-text" />
        {text.label}
      </a>
      <a className="CallBar-action" data-main="" href={quote.href}>
        {quote.label}
      </a>
    </div>
  );
}
