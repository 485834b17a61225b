/** The control of a form with a name. */
export function control(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}

/** Shows an error at the box for consent, or removes it. The box is only in the server's HTML, if at all. */
export function consentError(form: HTMLFormElement, text: string | undefined): void {
  const box = control(form, "consent") as HTMLInputElement | null;
  if (!box) return;
  if (text) box.setAttribute("aria-invalid", "true");
  else box.removeAttribute("aria-invalid");
  document.getElementById(`${box.id}-error`)!.textContent = text ?? "";
}
