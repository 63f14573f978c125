import { keep, kept } from "./kept.ts";

/** Marks that a user's refresh cookie may exist. Scripts cannot see the cookie, and asking without one is an error. */
const KEY = "session";

export function isSessionLikely(): boolean {
  return kept(KEY) !== null;
}

/** Whether this user is the one who has signed in last in this browser, and has not signed out since. */
export function isSessionOf(userId: string): boolean {
  return kept(KEY) === userId;
}

/** @param userId null after signing out */
export function rememberSession(userId: string | null): void {
  keep(KEY, userId);
}

/** The address of the counter, which is a page of its own. */
export const COUNTER = "/counter";

export function isCounter(path: string): boolean {
  return path === COUNTER || path === `${COUNTER}/`;
}
