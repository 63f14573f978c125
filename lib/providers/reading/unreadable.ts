import type { LookupResult } from "../adapter.ts";

/** Thrown inside a reader when a page is not what we know; never leaves `readSafely`. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  readonly why: string;
  /** @param why a short fixed phrase for the operator; it never quotes the page. */
  constructor(why: string) {
    super(why);
    this.why = why;
  }
}

/** Makes a reader total: whatever it throws, the bank's bytes become `unreadable`, not an exception. */
export async function readSafely(
  read: () => LookupResult | Promise<LookupResult>,
): Promise<LookupResult> {
  try {
    return await read();
  } catch (error) {
    const why = error instanceof Unreadable ? error.why : "the answer broke the reader";
    return { kind: "unreadable", why };
  }
}
