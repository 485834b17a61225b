import type { QuoteForm } from "../../props.gen";

interface Props extends Pick<QuoteForm, "id" | "source" | "page" | "asked"> {
  action: string | undefined;
}

/**
 * What the form sends and nobody sees. Like the optional part it is in the server's HTML alone, see More.
 */
export function Hidden({ id, source, page, action, asked }: Props) {
  return (
    <>
      {/* A honeypot: programs that fill in everything fill it in too. People neither see nor reach it, and nothing that
          fills in forms for them may take it for a field that it knows. */}
      <label htmlFor={`${id}-subject`}>Leave this empty</label>
      <input
        id={`${id}-subject`}
        name="subject"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore="true"
        data-lpignore="true"
        data-bwignore="true"
        data-form-type="other"
      />
      <input type="hidden" name="source" value={source} />
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="form" value={id} />
      {action && <input type="hidden" name="exported" value="on" />}
      {asked && <input type="hidden" name="emailAsked" value={asked} />}
    </>
  );
}
