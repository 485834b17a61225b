// In the gallery a frame is as high as what is in it, and as wide as was chosen.
const widths = document.querySelectorAll<HTMLButtonElement>("button[data-width]");
const fit = (frame: HTMLIFrameElement): void => {
  const shown = frame.contentDocument;
  if (!shown?.body || shown.URL === "about:blank") return;
  new ResizeObserver(() =>
    frame.style.setProperty("--Styleguide-height", `${shown.documentElement.offsetHeight}px`),
  ).observe(shown.documentElement);
};
for (const frame of document.querySelectorAll<HTMLIFrameElement>(".Styleguide-frame")) {
  fit(frame);
  frame.addEventListener("load", () => fit(frame));
}
for (const button of widths) {
  button.addEventListener("click", () => {
    for (const other of widths) other.setAttribute("aria-pressed", String(other === button));
    const { width } = button.dataset;
    document.body.style.setProperty("--Styleguide-width", width ? `${width}px` : "");
  });
}

export {};
