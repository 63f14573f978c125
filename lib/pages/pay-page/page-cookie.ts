interface PageCookie {
  readonly name: string;
  /** Of the page and all below it. */
  readonly path: string;
  /** Characters of base64url only; `""` with 0 seconds removes the cookie. */
  readonly value: string;
  readonly seconds: number;
  /** `Lax` if the page is reached from other sites, too. */
  readonly sameSite: "Strict" | "Lax";
}

/** A `set-cookie` header for one page. No script can read it, and no other page gets it. */
export function pageCookie({ name, path, value, seconds, sameSite }: PageCookie): string {
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; Secure; HttpOnly; SameSite=${sameSite}`;
}

/** The value of the cookie in a `cookie` header, or null. */
export function readPageCookie(name: string, header: string | undefined): string | null {
  const pair = header?.split(/;\s*/).find((part) => part.startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(name.length + 1);
}
