import type { Session } from "./api-client.ts";
import { isSessionOf, rememberSession } from "./first-page.ts";

/** Who is signed in. `unknown` until the refresh cookie was tried. */
export type SessionState =
  | { readonly kind: "unknown" }
  | {
      readonly kind: "signed-out" /** What the sign-in page says about it. */;
      readonly why: "everywhere" | "closed" | null;
    }
  | {
      readonly kind: "signed-in";
      readonly user: Session["user"];
      /** The service ended the session. The page stays as it is until the user signs in again. */
      readonly isExpired?: boolean;
    };

let state: SessionState = { kind: "unknown" };
const listeners = new Set<() => void>();

export function setSession(next: SessionState): void {
  const before = state.kind === "signed-in" ? state.user.id : null;
  state = next;
  if (next.kind === "signed-in" && !next.isExpired) rememberSession(next.user.id);
  // Another user may have signed in on another tab since.
  if (next.kind === "signed-out" && (before === null || isSessionOf(before))) rememberSession(null);
  for (const listener of listeners) listener();
}

// Browsers keep pages for their Back button. Nobody else may see there what a user saw who has signed out since.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && state.kind === "signed-in" && !isSessionOf(state.user.id)) location.reload();
});

/** Calls `listener` after each change. Returns how to stop that. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function sessionState(): SessionState {
  return state;
}

/** The service ended the session: ask the user to sign in again, without losing what they typed. */
export function announceSignedOut(): void {
  // Requests that were under way when the user signed out are refused too.
  if (state.kind === "signed-out") return;
  if (state.kind === "signed-in") setSession({ ...state, isExpired: true });
  else setSession({ kind: "signed-out", why: null });
}

/** A renewed token may carry another role or other apps, and its user may have become an operator. */
export function renewUser(user: Session["user"]): void {
  if (state.kind !== "signed-in") return;
  const { role, apps, operator } = state.user;
  const isSame = user.role === role && user.operator === operator;
  if (isSame && String(user.apps) === String(apps)) return;
  setSession({ ...state, user });
}
