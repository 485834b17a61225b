// For tools of who develops: what React finds wrong is told to the page, as the event "haulfront:error". A build for production
// has nothing of it.
import { captureOwnerStack } from "react";

export function report(error: unknown, componentStack = ""): void {
  dispatchEvent(new CustomEvent("haulfront:error", { detail: { error, componentStack } }));
}

/** React keeps an attribute that differs as the server sent it, and only says so on the console. */
export function reportLogged(): void {
  const log = console.error;
  console.error = (format: unknown, ...values: unknown[]): void => {
    log(format, ...values);
    if (typeof format !== "string" || !format.includes("hydrated but")) return;
    report(new Error(values.reduce<string>((text, value) => text.replace("%s", () => String(value)), format)), captureOwnerStack() ?? "");
  };
}
