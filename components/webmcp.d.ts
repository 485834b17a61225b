// Attributes of WebMCP, which React passes through (https://developer.chrome.com/docs/ai/webmcp/declarative-api).
import "react";

declare module "react" {
  interface FormHTMLAttributes<T> extends HTMLAttributes<T> {
    toolname?: string | undefined;
    tooldescription?: string | undefined;
    /** Submits without the user, for forms that send nothing to anyone. */
    toolautosubmit?: "" | undefined;
  }
  interface HTMLAttributes<T> {
    toolparamdescription?: string | undefined;
  }
}

declare global {
  /** A submit on behalf of an assistant, which waits for the response. */
  interface SubmitEvent {
    readonly agentInvoked?: boolean;
    respondWith?(answer: Promise<string>): void;
  }
}
