/** The control of a form with a name. */
export function control(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}

/** Shows an error at the box for consent, or removes it. The box is only in the server's HTML, if at all. */
export function consentError(form: HTMLFormElement, text: string | undefined): void {
  const box = control(form, "consent") as HTMLInputElement | null;
  if (!box) return;
  const id = `${box.id}-error`;
  document.getElementById(id)?.remove();
  for (const name of ["aria-invalid", "aria-describedby"]) box.removeAttribute(name);
  if (!text) return;
  const error = Object.assign(document.createElement("p"), { id, className: "QuoteForm-error", textContent: text });
  box.parentElement!.append(error);
  box.setAttribute("aria-invalid", "true");
  box.setAttribute("aria-describedby", id);
}
