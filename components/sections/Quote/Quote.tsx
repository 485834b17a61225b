import { Island } from "@haulfront/render";
import { createContext, useContext } from "react";
import { QuoteForm } from "../../islands/QuoteForm/QuoteForm";
import type { Layout, QuoteForm as QuoteFormProps } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Quote.css";

/** The layout of the page, which knows who takes its forms. */
export const PageLayout = createContext<Layout | undefined>(undefined);

interface Props {
  form: QuoteFormProps;
}

/** A quote form, or the phone number on an exported page whose forms nobody would take. */
export function Quote({ form }: Props) {
  const layout = useContext(PageLayout);
  const { server, byPhone } = layout?.forms ?? {};
  if (layout && byPhone) {
    return (
      <div className="Quote-byPhone" id={form.id}>
        <h2 className="Quote-title">{form.title}</h2>
        <p>{noWrap(byPhone)}</p>
        <ButtonLink href={layout.brand.phone.href}>{layout.brand.phone.label}</ButtonLink>
      </div>
    );
  }
  return <Island of={QuoteForm} id={form.id} props={server ? { ...form, action: `${server}/quote` } : form} />;
}
