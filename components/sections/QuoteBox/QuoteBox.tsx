import clsx from "clsx";
import type { QuoteBox as QuoteBoxProps } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Icon } from "../../ui/Icon/Icon";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./QuoteBox.css";

/**
 * The call and quote box in an article, and at the foot of the blog: where contact links lead on pages without a form.
 */
export function QuoteBox({ title, text, call, quote, className }: QuoteBoxProps & { className?: string }) {
  return (
    <aside className={clsx("QuoteBox dark cluster", className)} id="contact" aria-label={title}>
      <div className="QuoteBox-words">
        <p className="QuoteBox-title figure">{title}</p>
        <p className="QuoteBox-text">{noWrap(text)}</p>
      </div>
      <p className="QuoteBox-ways cluster">
        <ButtonLink href={quote.href}>{quote.label}</ButtonLink>
        <a className="QuoteBox-call target" href={call.href}>
          <Icon name="phone" />
          {call.label}
        </a>
      </p>
    </aside>
  );
}
