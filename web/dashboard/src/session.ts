import { useSyncExternalStore } from "react";
import type { Session } from "../../../lib/contract/client.ts";

/** Who is logged in, as far as this page knows. `unknown` until the cookie was tried. */
export type SessionState =
  | { readonly kind: "unknown" }
  | { readonly kind: "signed-out"; readonly why: keyof typeof END_WORDS | null }
  | { readonly kind: "signed-in"; readonly user: Session["user"] };

/** What the login says of how a session came to its end; of an ordinary logout nothing. */
export const END_WORDS = {
  ended: "Your session has ended. Log in again to go on.",
  everywhere: "You are logged out on all devices.",
  closed: "Your account is closed.",
} as const;

/** Says that a refresh cookie is likely: the cookie itself is out of sight, and asking in vain is an error. */
const HINT = "session";

let state: SessionState = { kind: "unknown" };
const listeners = new Set<() => void>();

export function setSession(next: SessionState): void {
  state = next;
  if (next.kind === "signed-in") localStorage.setItem(HINT, "likely");
  if (next.kind === "signed-out") localStorage.removeItem(HINT);
  for (const listener of listeners) listener();
}

export function isSessionLikely(): boolean {
  return localStorage.getItem(HINT) !== null;
}

export function sessionState(): SessionState {
  return state;
}

/** The other side ended the session: say so at the login, where there was one. */
export function announceSignedOut(): void {
  // What was still being read when a person ended it himself is refused as well: his reason stands.
  if (state.kind === "signed-out") return;
  setSession({ kind: "signed-out", why: state.kind === "signed-in" ? "ended" : null });
}

export function useSession(): SessionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** The user of a view that only a logged-in user sees. */
export function useUser(): Session["user"] {
  const session = useSession();
  if (session.kind !== "signed-in") throw new Error("there is no user");
  return session.user;
}
