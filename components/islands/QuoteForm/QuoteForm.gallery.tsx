import { Island } from "@haulfront/render";
import type { States } from "../../gallery";
import { QuoteForm } from "./QuoteForm";

export const states: States = ({ forms }) => Object.fromEntries(forms.map((form) => [form.title, <Island key={form.id} of={QuoteForm} id={form.id} props={form} />]));
