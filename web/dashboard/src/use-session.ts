import { useSyncExternalStore } from "react";
import type { Session } from "./api-client.ts";
import { onSessionChange, type SessionState, sessionState } from "./session.ts";

export function useSession(): SessionState {
  return useSyncExternalStore(onSessionChange, sessionState);
}

/** The user of a view behind the sign-in. */
export function useUser(): Session["user"] {
  const session = useSession();
  if (session.kind !== "signed-in") throw new Error("there is no user");
  return session.user;
}
