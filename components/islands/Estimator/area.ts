import type { AreaAnswer } from "../../props.gen";

/** Whether a text is shaped like a ZIP code; only those are sent to the server. */
export const isZIP = (text: string): boolean => /^\s*\d{5}([-\s]?\d{4})?\s*$/.test(text);

const answers = new Map<string, AreaAnswer>();

/**
 * Asks the server whether the company serves a ZIP code; undefined if it does not answer. A later call may be answered
 * first.
 */
export async function askArea(zip: string): Promise<AreaAnswer | undefined> {
  const code = zip.trim().slice(0, 5);
  try {
    if (answers.has(code)) return answers.get(code);
    const response = await fetch(`/estimate?zip=${code}`, { headers: { Accept: "application/json" } });
    if (response.ok) answers.set(code, ((await response.json()) as { area: AreaAnswer }).area);
  } catch {
    // The next call asks again.
  }
  return answers.get(code);
}
