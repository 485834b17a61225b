// The last request that is not known to be received, and its key. A repeat has the same one, also after a reload, and in
// a tab that was opened from this one; the variable is for browsers that block storage.
let sent: [entries: string, key: string] | null = null;

/** The key of a request: the same for the same entries, until [forget]. */
export function keyOf(data: FormData): string {
  const entries = JSON.stringify(Array.from(data, ([name, v]) => [name, typeof v === "string" ? v : [v.name, v.size]]));
  try {
    sent ??= JSON.parse(sessionStorage.getItem("sent")!);
  } catch {}
  if (sent?.[0] !== entries) sent = [entries, newKey()];
  try {
    sessionStorage.setItem("sent", JSON.stringify(sent));
  } catch {}
  return sent[1];
}

/** Forgets a request that is received: the next one is another, even if it is the same. */
export function forget(): void {
  sent = null;
  try {
    sessionStorage.removeItem("sent");
  } catch {}
}

// Not randomUUID, which browsers do not provide over plain HTTP.
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
