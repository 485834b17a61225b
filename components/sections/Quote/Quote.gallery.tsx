import type { States } from "../../gallery";
import { LayoutContext } from "../../LayoutContext";
import { Quote } from "./Quote";

export const states: States = ({ forms, layout, home }) => ({
  "with a form": <Quote form={forms[0]!} />,
  "by phone": (
    <LayoutContext value={{ ...layout, forms: { byPhone: home.contact.lead } }}>
      <Quote form={forms[0]!} />
    </LayoutContext>
  ),
});
