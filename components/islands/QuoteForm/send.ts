import type { QuoteForm, QuoteMessages, Toast } from "../../props.gen";

/** How long an answer is waited for, in milliseconds: longer than the server waits for the company's own systems. */
const patience = 30_000;

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
