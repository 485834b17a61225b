// The script of customers' pages, which work without it: the button that books a time names the one that is chosen.
export function label(slot: HTMLInputElement): void {
  const button = slot.form?.querySelector<HTMLElement>("[data-named]");
  if (button) button.textContent = button.dataset["named"]!.replace("[time]", slot.getAttribute("aria-label")!);
}
document.addEventListener("change", ({ target }) => {
  if ((target as HTMLInputElement).name === "slot") label(target as HTMLInputElement);
});
// Browsers restore what was chosen.
document.querySelectorAll<HTMLInputElement>("[name=slot]:checked").forEach(label);
