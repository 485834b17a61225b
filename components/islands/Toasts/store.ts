import type { Toast } from "../../props.gen";

/** A toast that was published in this browser; its key tells it from an equal one before it. */
export interface Published extends Toast {
  key: number;
}

// The one value that two islands share. Only event handlers write it, so that on the server it is always empty.
let latest: Published | null = null;
const listeners = new Set<() => void>();

/** Shows a toast in place of the last one. */
export function publish(toast: Toast): void {
  latest = { ...toast, key: (latest?.key ?? 0) + 1 };
  for (const listener of listeners) listener();
}

/** Calls listener after each publish until the returned function is called. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The toast that was published last. */
export function read(): Published | null {
  return latest;
}
