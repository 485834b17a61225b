import { useState } from "react";
import type { AreaAnswer, QuoteForm } from "../../props.gen";
import { openingNow } from "../opening";
import { control } from "./control";
import { count } from "./rules";

/** What the form says about a value that is not an error. */
export interface Hints {
  /** Whether the company serves the ZIP code. */
  area: AreaAnswer | undefined;
  /** What to read at the choice of today, when it is too late to book that. */
  today: string | undefined;
  /** Characters left, for fields that are near or over their limit. */
  left: Record<string, number>;
}

const none: Hints = { area: undefined, today: undefined, left: {} };

/** useHints returns the hints, a function that updates them for a field that has changed, and one that clears them. */
export function useHints({ fields, options, messages, action, ahead }: QuoteForm) {
  const [hints, setHints] = useState(none);
  const change = (part: Partial<Hints>) => setHints((others) => ({ ...others, ...part }));

  const hint = (type: string, { form, name, value }: HTMLInputElement) => {
    // Leads from anywhere are accepted.
    if (name === "zipCode" && type === "input" && !action) {
      change({ area: undefined });
      if (/^\s*\d{5}/.test(value))
        import("../Estimator/area")
          .then(({ askArea }) => askArea(value))
          .then(
            (area) => control(form!, name).value === value && change({ area }),
            () => {},
          );
    }
    if (name === "serviceTimeframe") {
      const service = control(form!, "serviceType").value || options["serviceType"]!.slice(-1)[0]!;
      const { earliest, call } = openingNow(JSON.parse(document.body.dataset["opening"]!), ahead?.[service]);
      const late = call ? messages[call] : earliest && messages.earliest.replace("[day]", earliest);
      change({ today: value === options[name]![0] ? late : undefined });
    }
    const max = fields.find((field) => field.name === name)?.max;
    if (!max) return;
    const room = max - count(value);
    setHints((hints) => {
      const { [name]: _, ...left } = hints.left;
      if (room <= max / 10) left[name] = room;
      else if (!(name in hints.left)) return hints;
      return { ...hints, left };
    });
  };
  return { hints, hint, clear: () => setHints(none) };
}
