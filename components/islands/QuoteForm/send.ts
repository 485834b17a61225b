import type { QuoteForm, QuoteMessages, Toast } from "../../props.gen";

/** The timeout of an attempt in milliseconds, longer than the server's for the webhook. */
const timeout = 20_000;

/**
 * The time since the page was shown, in whole milliseconds. Not since it was loaded: a page may have been prerendered
 * long before; nor since hydration: a form submitted before it is sent right after it.
 */
function elapsed(): number {
  const [navigation] = performance.getEntriesByType("navigation") as (PerformanceNavigationTiming & {
    activationStart?: number;
  })[];
  return Math.round(performance.now() - (navigation?.activationStart ?? 0));
}

/** How long a quote waits for a session that is still being started or refreshed, in milliseconds. */
const sessionTimeout = 2_000;

let session: (() => Promise<string | undefined>) | undefined;

/**
 * Registers the source of the session's token. Without one, or if it is late, quotes are sent without a token.
 */
export function setTokenSource(token: () => Promise<string | undefined>): void {
  session = token;
}

function token(): Promise<string | undefined> | undefined {
  return (
    session &&
    Promise.race([
      session().catch(() => undefined),
      new Promise<undefined>((resolve) => setTimeout(resolve, sessionTimeout)),
    ])
  );
}

/** The toast and the errors for the visitor; after a success, the customer's page. */
export interface Answer {
  toast: Toast;
  errors: QuoteForm["errors"];
  received?: { page: string } | undefined;
}

/** Posts a form without its files. */
function postText(action: string, data: FormData): Promise<Response> {
  data.delete("photos");
  // Not AbortSignal.timeout, which browsers of 2020 lack.
  const abort = new AbortController();
  setTimeout(() => abort.abort(), timeout);
  return fetch(action, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams(data as unknown as Record<string, string>),
    signal: abort.signal,
  });
}

/**
 * Posts a form as the browser would, and never rejects: no response, an unexpected one and a timeout all count as a
 * failed submission. Only the server reports success.
 *
 * Text without an answer is sent once more: phones lose connections, and sleep while they wait. Both attempts have one
 * key, so that they are one request.
 */
export async function send(action: string, data: FormData, messages: QuoteMessages, post = postText): Promise<Answer> {
  let status = 0;
  data.set("elapsed", String(elapsed()));
  const sessionToken = await token();
  if (sessionToken) data.set("token", sessionToken);
  for (let attempts = post === postText ? 2 : 1; attempts && status !== 429; attempts--) {
    try {
      const response = await post(action, data);
      status = response.status;
      const answer = (await response.json()) as Partial<Answer>;
      if (answer.toast) return { toast: answer.toast, errors: answer.errors ?? {}, received: answer.received };
    } catch (error) {
      if (attempts === 1) console.error("quote request:", error);
    }
  }
  return { toast: status === 429 ? messages.tooMany : messages.failed, errors: {} };
}
