import type { Session } from "../api-client.ts";

export interface SignInEvents {
  /** Called with the new session. */
  readonly onDone: (session: Session) => void;
  /** Called when the form asks for the code, and when it asks for the number again. */
  readonly onStep?: (step: "number" | "code") => void;
}

/** What a step needs. The signal aborts when the step leaves the page. */
export interface Step extends SignInEvents {
  readonly signal: AbortSignal;
}
