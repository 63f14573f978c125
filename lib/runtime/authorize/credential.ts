/** What a request brought to identify itself. */
export type Credential =
  | { readonly kind: "key"; readonly text: string }
  | { readonly kind: "token"; readonly text: string }
  | { readonly kind: "none" }
  /** Two credentials that are not the same one: nobody can say who is meant. */
  | { readonly kind: "conflict" };

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;
const MAX_LENGTH = 4096;

/**
 * Finds the credential of a request: `Authorization: Bearer …`, or on the server API also `?api_key=…`.
 * The same key in both places is one credential.
 */
export function credentialOf(
  headers: Readonly<Record<string, string | undefined>>,
  query: Readonly<Record<string, readonly string[] | undefined>>,
  surface: "v1" | "platform",
): Credential {
  const header = authorization(headers);
  const bearer = header === undefined ? undefined : (BEARER.exec(header)?.[1] ?? "");
  if (surface === "platform") {
    return bearer ? { kind: "token", text: bearer.slice(0, MAX_LENGTH) } : { kind: "none" };
  }
  const given = [...(bearer === undefined ? [] : [bearer]), ...(query.api_key ?? [])];
  const [first] = given;
  if (first === undefined) return { kind: "none" };
  if (given.some((other) => other !== first)) return { kind: "conflict" };
  return { kind: "key", text: first };
}

function authorization(headers: Readonly<Record<string, string | undefined>>): string | undefined {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === "authorization");
  return name === undefined ? undefined : headers[name];
}
