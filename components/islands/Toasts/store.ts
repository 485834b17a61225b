import type { Toast } from "../../props.gen";

/** A toast published in this browser; the key distinguishes it from an equal one before it. */
export interface Published extends Toast {
  key: number;
}

// The only state shared by two islands. Only event handlers write it, so it is always empty on the server.
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
