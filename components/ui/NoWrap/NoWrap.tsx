import type { ReactNode } from "react";
import type { LinkedText } from "../../props.gen";
import "./NoWrap.css";

// Ten-digit phone numbers, numbers with their units, ranges of numbers or days, pairs of names, and words whose hyphen
// follows at most four letters: "(214) 555-0142", "1 hour", "$99–$399", "Mon–Sat 7am–7pm", "Dallas–Fort" Worth, "e-waste".
const pattern =
  /(\(?\b\d{3}\)?[ .-]\d{3}[ .-]\d{4}\b|\b\d+ (?:hour|day|mile|review)s?\b|[^\s<>–]*\d[^\s<>–]*–[^\s<>–]+|\b[A-Z][a-z]+–[A-Z][a-z]+(?:,? \d[^\s<>–]*–[^\s<>–]+)?|\b[A-Za-z]{1,4}-[a-z]{2,9}\b)/;

// All of these contain one of these: the server takes ten times as long to search for the pattern.
const candidate = /\d[ ).-]|[A-Za-z]-[a-z]|–/;

// A paragraph's short last word stays with the one before it: old browsers would leave it alone on the last line.
const lastWord = /^(.{55,}) (\S{1,7})$/;
const lastWordHTML = /(\s[^\s<>]{1,10}) ([^\s<>]{1,7})(?=<\/(?:p|li)>)/g;

// Words with hyphens, and what follows them without a space.
const hyphenated = /(\S*[a-z]-[a-z]\S*)/i;

const isPhone = (found: string): boolean => !/[–a-z]/.test(found);

/** The tel: address of a phone number. */
const dial = (phone: string): string => `tel:${phone.replace(/\D/g, "")}`;

/** A title that begins a paragraph, which ends with a stop of its own or gets one. */
export const sentence = (title: string): string => (/[.?!]$/.test(title) ? title : `${title}.`);

/** Keeps phone numbers, ranges, and numbers with their units on one line each, and makes phone numbers links. The text stays as it is. */
export function noWrapNumbers(copy: string): ReactNode {
  if (!candidate.test(copy)) return copy;
  const parts = copy.split(pattern);
  if (parts.length === 1) return copy;
  return parts.map((part, i) => {
    if (i % 2 === 0) return part;
    if (!isPhone(part))
      return (
        <span key={i} className="NoWrap">
          {part}
        </span>
      );
    return (
      <a key={i} className="NoWrap" href={dial(part)}>
        {part}
      </a>
    );
  });
}

/** The same, with a paragraph's last two words on one line. */
export function noWrap(copy: string): ReactNode {
  return noWrapNumbers(copy.length > 56 ? copy.replace(lastWord, "$1\u00a0$2") : copy);
}

/** The same as noWrap for a heading, whose hyphenated words break only if they are longer than a line. */
export function noWrapHeading(title: string): ReactNode {
  if (!title.includes("-")) return noWrap(title);
  return title.split(hyphenated).map((part, i) =>
    i % 2 === 0 ? (
      noWrap(part)
    ) : (
      <span key={i} className="NoWrap-word">
        {part}
      </span>
    ),
  );
}

/** The same as noWrap for a line that may lead to a page. */
export function linked({ text, href }: LinkedText): ReactNode {
  if (!href) return noWrap(text);
  return (
    <a className="NoWrap-link underlined" href={href}>
      {noWrap(text)}
    </a>
  );
}

/** The same as noWrap for HTML. A phone number that is already inside a link gets no second one. */
export function noWrapHTML(html: string): string {
  let inLink = false;
  return html
    .replace(lastWordHTML, "$1\u00a0$2")
    .split(/(<[^>]*>)/)
    .map((part, i) => {
      if (i % 2 === 1) {
        if (/^<\/?a\b/.test(part)) inLink = !part.startsWith("</");
        return part;
      }
      return part.replace(new RegExp(pattern, "g"), (found) =>
        inLink || !isPhone(found)
          ? `<span class="NoWrap">${found}</span>`
          : `<a class="NoWrap" href="${dial(found)}">${found}</a>`,
      );
    })
    .join("");
}
