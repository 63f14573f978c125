/** The address of the counter, which is a page of its own: see `main.ts`. */
export const COUNTER = "/counter";

export function isCounter(path: string): boolean {
  return path === COUNTER || path === `${COUNTER}/`;
}
