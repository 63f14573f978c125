/**
 * A `set-cookie` header for one page. No script can read it, and no other page gets it.
 *
 * @param value characters of base64url only; `""` with 0 seconds removes the cookie
 */
export function pageCookie(name: string, path: string, value: string, maxAge: number): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; Secure; HttpOnly; SameSite=Strict`;
}

/** The value of the cookie in a `cookie` header, or null. */
export function readPageCookie(name: string, header: string | undefined): string | null {
  const pair = header?.split(/;\s*/).find((part) => part.startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(name.length + 1);
}
