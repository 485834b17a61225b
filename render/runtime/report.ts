// For development: hydration problems are dispatched on the window as the event "haulfront:error". A build for
// production has none of this.
import { captureOwnerStack } from "react";

export function report(error: unknown, componentStack = ""): void {
  dispatchEvent(new CustomEvent("haulfront:error", { detail: { error, componentStack } }));
}

/** reportLogged reports attributes that differ: React keeps the server's, and only logs to the console. */
export function reportLogged(): void {
  const log = console.error;
  console.error = (format: unknown, ...values: unknown[]): void => {
    log(format, ...values);
    if (typeof format !== "string" || !format.includes("hydrated but")) return;
    const message = values.reduce<string>((text, value) => text.replace("%s", () => String(value)), format);
    report(new Error(message), captureOwnerStack() ?? "");
  };
}
