import type { AreaAnswer } from "../../props.gen";

/** Whether a text is shaped like a ZIP code; only those are sent to the server. */
export const isZIP = (text: string): boolean => /^\s*\d{5}([-\s]?\d{4})?\s*$/.test(text);

const answers = new Map<string, Promise<AreaAnswer | undefined>>();

/** Asks the server whether the company serves a ZIP code; undefined if it does not answer. */
export function askArea(zip: string): Promise<AreaAnswer | undefined> {
  const code = zip.trim().slice(0, 5);
  let answer = answers.get(code);
  if (!answer) {
    answer = fetch(`/estimate?zip=${code}`, { headers: { Accept: "application/json" } })
      .then(async (response) => (response.ok ? ((await response.json()) as { area: AreaAnswer }).area : undefined))
      .catch(() => undefined);
    answers.set(code, answer);
  }
  return answer;
}
