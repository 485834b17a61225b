import { Island } from "@haulfront/render";
import { QuoteForm } from "../../islands/QuoteForm/QuoteForm";
import { useLayout } from "../../LayoutContext";
import type { QuoteForm as QuoteFormProps } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Quote.css";

interface Props {
  form: QuoteFormProps;
}

/** A quote form; on exported pages without a form server, the phone number. */
export function Quote({ form }: Props) {
  const { assets, forms, brand } = useLayout();
  const { server, byPhone } = forms;
  if (byPhone) {
    return (
      <div className="Quote-byPhone" id={form.id}>
        <h2 className="Quote-title">{form.title}</h2>
        <p>{noWrap(byPhone)}</p>
        <ButtonLink href={brand.phone.href}>{brand.phone.label}</ButtonLink>
      </div>
    );
  }
  return (
    <Island
      of={QuoteForm}
      id={form.id}
      props={server ? { ...form, action: `${server}/quote` } : form}
      file={assets.form}
    />
  );
}
