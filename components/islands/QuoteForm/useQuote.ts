import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from "react";
import type { QuoteForm, Toast } from "../../props.gen";
import { publish } from "../Toasts/store";
import { consentError, control } from "./control";
import { useHints } from "./hints";
import { forget, keyOf } from "./key";
import { errorOf, errorsOf, isQuestion, toastFor, type Errors } from "./rules";
import { send } from "./send";

/** The result of the last submission. */
interface Outcome {
  errors: Errors;
  result?: Toast | undefined;
}

/** The state of a quote form, and what changes it. */
export function useQuote(props: QuoteForm) {
  const { fields, messages } = props;
  const [outcome, setOutcome] = useState<Outcome>(props);
  const [pending, setPending] = useState(false);
  const { hints, hint, clear } = useHints(props);
  const form = useRef<HTMLFormElement>(null);
  const request = useRef({
    // Not state, which would be one render too late for the second click of a double click.
    busy: false,
    // The names of the fields that the visitor was asked about, and is not asked again.
    asked: props.asked.split(" "),
    // Whether the next render shows a new outcome.
    answered: false,
  }).current;
  const { errors, result } = outcome;
  const wrong = [...fields, { name: "consent" }].filter(({ name }) => errors[name]).map(({ name }) => name);

  // Hints for what was entered before hydration, once typed text is back in its place.
  useEffect(() => {
    void Promise.resolve().then(() => {
      for (const name of ["zipCode", "serviceTimeframe", "photos"]) {
        const input = control(form.current!, name);
        if (input?.value) input.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
  }, []);

  // After a render with a new outcome: scroll to the heading, and focus the first invalid field or the message.
  useLayoutEffect(() => {
    if (!request.answered) return;
    request.answered = false;
    if (form.current!.querySelector(".QuoteForm-result")) document.documentElement.removeAttribute("data-form-in-view");
    form.current!.querySelector(".QuoteForm-title")!.scrollIntoView({ behavior: "instant" });
    for (const name of wrong) control(form.current!, name).closest("details")?.setAttribute("open", "");
    const message = form.current!.querySelector<HTMLElement>(".QuoteForm-summary")!;
    (wrong[0] ? control(form.current!, wrong[0]) : message).focus();
    // oxlint-disable-next-line react/exhaustive-deps -- errors decide which fields are wrong
  }, [errors, result]);

  const show = (toast: Toast, errors: Errors) => {
    publish(toast);
    request.answered = true;
    for (const name in errors) if (isQuestion(errors[name]!, messages)) request.asked.push(name);
    consentError(form.current!, errors["consent"]);
    setOutcome({ errors, result: toast });
    return toast;
  };

  /** Sends the form if it is valid. If it throws, the browser posts the form natively. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.busy) return;
    const target = event.currentTarget;
    const data = new FormData(target);
    const found = errorsOf(data, fields, messages, request.asked);
    let told: Toast | Promise<Toast>;
    if (Object.keys(found).length > 0) told = show(toastFor(found, messages), found);
    else {
      const refused = target.querySelector<HTMLElement>(".QuoteForm-photos")!.dataset["refused"] ?? "";
      const asked = request.asked.join(" ");
      for (const [name, value] of Object.entries({ key: keyOf(data), refused, asked })) data.set(name, value);
      told = attempt(target, data);
    }
    const native = event.nativeEvent as SubmitEvent;
    if (native.agentInvoked) native.respondWith?.(Promise.resolve(told).then(({ title }) => title));
  };

  /** Sends the data of the form, and returns the toast. */
  const attempt = async (target: HTMLFormElement, data: FormData): Promise<Toast> => {
    request.busy = true;
    setPending(true);
    // If that script fails to load, the browser posts the form natively.
    const photos = (data.get("photos") as File | null)?.name; // an empty file counts, too
    const answer = await send(
      target.action,
      data,
      messages,
      photos
        ? async (action, data) =>
            (await import("./photos").catch(() => target.submit() as never)).post(target, action, data)
        : undefined,
    );
    const idle = () => {
      request.busy = false;
      setPending(false);
    };
    if (!answer.received) {
      idle();
      return show(answer.toast, answer.errors);
    }
    forget();
    request.asked = [];
    empty(target);
    setOutcome({ errors: {} });
    dispatchEvent(new Event("requestsent")); // for trackers
    addEventListener("pagehide", idle, { once: true }); // as the way back finds the page
    location.assign(new URL(answer.received.page, target.action));
    return answer.toast;
  };

  // Not form.reset(), which would bring back the values of a rejected page.
  const empty = (target: HTMLFormElement) => {
    for (const { name } of fields) control(target, name).value = "";
    for (const input of target.querySelectorAll<HTMLInputElement>(".QuoteForm-more input")) input.checked = false;
    clear();
  };

  // A corrected field loses its error; with the last error the summary goes too.
  const review = (event: FormEvent<HTMLFormElement>) => {
    const target = event.target as HTMLInputElement;
    const { name, value } = target;
    hint(event.type, target);
    if (name === "photos")
      import("./photos").then(
        ({ enhance }) => enhance(form.current!),
        () => {},
      );
    // A change of the way settles the questions about it.
    if (name === "contact" || name === "consent") {
      consentError(form.current!, undefined);
      setOutcome(({ errors: { consent, email, ...others }, result }) => {
        if (email && email !== messages.doubts["address"]) others["email"] = email;
        return { errors: others, result: consent && Object.keys(others).length === 0 ? undefined : result };
      });
    }
    const field = fields.find((field) => field.name === name);
    if (!field) return;
    setOutcome((outcome) => {
      const { [name]: error, ...others } = outcome.errors;
      if (!error || errorOf(field, value.trim(), messages)) return outcome;
      return { errors: others, result: Object.keys(others).length > 0 ? toastFor(others, messages) : undefined };
    });
  };

  return { form, outcome, wrong, pending, hints, submit, review };
}
