import type { ErrorPage } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Document } from "../Document/Document";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Failure.css";

/** The page shown when a page could not be rendered or a request was rejected. The phone still works. */
export function Failure({ layout, title, text, home }: ErrorPage) {
  return (
    <Document
      layout={layout}
      first={
        <section className="Failure container" aria-labelledby="failure-title">
          <h1 id="failure-title">{title}</h1>
          <p className="Failure-text muted">{noWrap(text)}</p>
          <p className="Failure-ways cluster">
            <ButtonLink href={layout.brand.phone.href}>{layout.brand.phone.label}</ButtonLink>
            <ButtonLink href={home.href} tone="plain">
              {home.label}
            </ButtonLink>
          </p>
        </section>
      }
    />
  );
}
