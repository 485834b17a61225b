import type { EstimateAnswer } from "../../props.gen";

// What the estimator of this page has added up, for the form below it. Only event handlers write it, so it is always empty on
// the server.
let latest: EstimateAnswer | null = null;
const listeners = new Set<() => void>();

/** Hands an answer to the forms of the page. */
export function publish(answer: EstimateAnswer): void {
  latest = answer;
  for (const listener of listeners) listener();
}

/** Calls listener after each publish until the returned function is called. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The answer that was published last; null before the first one. */
export function read(): EstimateAnswer | null {
  return latest;
}
