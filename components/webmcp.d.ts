// The attributes of WebMCP, which React passes on as they are (https://developer.chrome.com/docs/ai/webmcp/declarative-api).
import "react";

declare module "react" {
  interface FormHTMLAttributes<T> extends HTMLAttributes<T> {
    toolname?: string | undefined;
    tooldescription?: string | undefined;
    /** Submits without the person's press. For forms that send nothing to anybody. */
    toolautosubmit?: "" | undefined;
  }
  interface HTMLAttributes<T> {
    toolparamdescription?: string | undefined;
  }
}

declare global {
  /** A submit on behalf of an assistant, which waits for the answer. */
  interface SubmitEvent {
    readonly agentInvoked?: boolean;
    respondWith?(answer: Promise<string>): void;
  }
}
