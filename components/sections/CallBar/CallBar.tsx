import { useLayout } from "../../LayoutContext";
import { Icon } from "../../ui/Icon/Icon";
import "./CallBar.late.css";

/**
 * Three actions at the bottom of the screen, on phones only; on low screens the call alone. entry.browser.ts hides it while a form is on the screen.
 */
export function CallBar() {
  const { call, text, quote } = useLayout().callBar;
  return (
    <div className="CallBar">
      <a className="CallBar-action" href={call.href}>
        <Icon name="phone" />
        {call.label}
      </a>
      {text.href && (
        <a className="CallBar-action" href={text.href}>
          <Icon name="message-square-text" />
          {text.label}
        </a>
      )}
      <a className="CallBar-action" data-main="" href={quote.href}>
        {quote.label}
      </a>
    </div>
  );
}
