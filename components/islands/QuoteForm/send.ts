import type { QuoteForm, QuoteMessages, Toast } from "../../props.gen";

/** How long an answer is waited for, in milliseconds: longer than the server waits for the company's own systems. */
const patience = 30_000;

/**
 * The time since the page was shown, in whole milliseconds. A page that was prerendered is older than that, and a form
 * that was pressed before it was hydrated is sent right after it.
 */
function shown(): number {
  const [navigation] = performance.getEntriesByType("navigation") as (PerformanceNavigationTiming & { activationStart?: number })[];
  return Math.round(performance.now() - (navigation?.activationStart ?? 0));
}

/** How long a session that is still being begun or refreshed may hold up a quote, in milliseconds. */
const sessionPatience = 2_000;

let session: (() => Promise<string | undefined>) | undefined;

/** Makes quotes carry the token that a session has when they are sent. Without one, or when it is late, they go as they are. */
export function carry(token: () => Promise<string | undefined>): void {
  session = token;
}

function token(): Promise<string | undefined> | undefined {
  return (
    session &&
    Promise.race([session().catch(() => undefined), new Promise<undefined>((resolve) => setTimeout(resolve, sessionPatience))])
  );
}

/** What the visitor is told. */
export interface Answer {
  toast: Toast;
  errors: QuoteForm["errors"];
}

/**
 * Posts a form as the browser would, and never rejects: no answer, an answer that is not ours and one that came too late
 * are all a failed submission. A success is only what the server calls one.
 */
export async function send(action: string, data: FormData, messages: QuoteMessages): Promise<Answer> {
  let status = 0;
  try {
    const body = new URLSearchParams();
    for (const [name, value] of data) body.append(name, String(value));
    body.set("elapsed", String(shown()));
    const carried = await token();
    if (carried) body.set("token", carried);
    const response = await fetch(action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body,
      signal: AbortSignal.timeout(patience),
    });
    status = response.status;
    const answer = (await response.json()) as Partial<Answer>;
    if (status === 200) return { toast: answer.toast ?? messages.received, errors: {} };
    if (answer.toast) return { toast: answer.toast, errors: answer.errors ?? {} };
  } catch (error) {
    console.error("quote request:", error);
  }
  return { toast: status === 429 ? messages.tooMany : messages.failed, errors: {} };
}
