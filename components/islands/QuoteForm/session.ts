// The visitor's anonymous session with the backend, started when a form is first used. The backend's official client
// keeps it in local storage and refreshes it.
import type { AuthClient } from "@supabase/auth-js";
import { setTokenSource } from "./send";

let client: Promise<InstanceType<typeof AuthClient> | undefined> | undefined;

/** Starts the session, once. A failing backend does not affect the visitor. */
export function startSession(): void {
  client ??= connect().catch((error: unknown) => {
    console.warn("no session:", error);
    return undefined;
  });
  setTokenSource(async () => (await (await client)?.getSession())?.data.session?.access_token);
}

async function connect(): Promise<InstanceType<typeof AuthClient> | undefined> {
  const answer = await fetch(`${document.documentElement.dataset["server"] ?? ""}/session`);
  if (answer.status !== 200) return undefined;
  const { url, key } = (await answer.json()) as { url: string; key: string };
  const { AuthClient } = await import("@supabase/auth-js");
  const client = new AuthClient({
    url: `${url}/auth/v1`,
    // Keys of the newer kind are not tokens, and the backend's gateway rejects them as such. X-Client-Info is the value
    // of the backend's full client; the server sends the same with the quote's email.
    headers: {
      apikey: key,
      "X-Client-Info": "supabase-js-web/2.105.0",
      ...(key.startsWith("sb_publishable_") ? {} : { Authorization: `Bearer ${key}` }),
    },
    // The same key that the backend's full client uses.
    storageKey: `sb-${new URL(url).hostname.split(".")[0]}-auth-token`,
    detectSessionInUrl: false,
  });
  const known = await client.getSession();
  if (!known.data.session) await client.signInAnonymously();
  return client;
}
