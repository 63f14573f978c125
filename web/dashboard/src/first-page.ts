/** Marks that a refresh cookie may exist. Scripts cannot see the cookie, and asking without one is an error. */
const KEY = "session";

export function isSessionLikely(): boolean {
  return localStorage.getItem(KEY) !== null;
}

export function rememberSession(isLikely: boolean): void {
  if (isLikely) localStorage.setItem(KEY, "likely");
  else localStorage.removeItem(KEY);
}

/** The address of the counter, which is a page of its own. */
export const COUNTER = "/counter";

export function isCounter(path: string): boolean {
  return path === COUNTER || path === `${COUNTER}/`;
}
