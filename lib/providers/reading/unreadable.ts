import type { Adapter, LookupResult } from "../adapter.ts";

/** Thrown inside a reader when a page is not what we know; never leaves `safely`. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  readonly why: string;
  /** @param why a short fixed phrase for the operator; it never quotes the page. */
  constructor(why: string) {
    super(why);
    this.why = why;
  }
}

const BUSY = new Set([408, 425, 429]);

/**
 * Makes a reader total: a status that alone says that the bank cannot answer now is `unavailable`, and whatever the reader
 * throws, the bank's bytes become `unreadable`, not an exception.
 */
export function safely(
  read: (...asked: Parameters<Adapter["read"]>) => LookupResult | Promise<LookupResult>,
): Adapter["read"] {
  return async (response, ...asked) => {
    const { status } = response;
    if (status >= 500 || BUSY.has(status)) {
      return { kind: "unavailable", why: `the provider answered ${status}` };
    }
    try {
      return await read(response, ...asked);
    } catch (error) {
      const why = error instanceof Unreadable ? error.why : "the answer broke the reader";
      return { kind: "unreadable", why };
    }
  };
}
