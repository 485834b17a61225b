import type { QuoteForm } from "../../props.gen";

type Props = Pick<QuoteForm, "id" | "source" | "page" | "asked">;

/**
 * The form's hidden fields. Like the optional part, they are only in the server's HTML; see More.
 */
export function Hidden({ id, source, page, asked }: Props) {
  return (
    <>
      {/* A honeypot: programs that fill in everything fill it in, too. People neither see nor reach it, and
          browsers do not recognize its name. */}
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
      {asked && <input type="hidden" name="asked" value={asked} />}
    </>
  );
}
