/** The credential of a request. */
export type Credential =
  | { readonly kind: "key"; readonly text: string }
  | { readonly kind: "token"; readonly text: string }
  | { readonly kind: "none" }
  /** Several different credentials; `detail` says which. */
  | { readonly kind: "conflict"; readonly detail: string };

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;
const MAX_LENGTH = 4096;

/**
 * Finds the credential of a request: `Authorization: Bearer …`, or on the server API also `?api_key=…`.
 * The same key in both places is one credential; a repeated parameter is a conflict.
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
  const [inQuery, ...more] = query.api_key ?? [];
  if (more.length > 0) {
    return { kind: "conflict", detail: "The query parameter api_key is given more than once." };
  }
  const key = bearer ?? inQuery;
  if (key === undefined) return { kind: "none" };
  if (inQuery !== undefined && inQuery !== key) {
    return { kind: "conflict", detail: "The key in the header and the one in the query differ." };
  }
  return { kind: "key", text: key };
}

function authorization(headers: Readonly<Record<string, string | undefined>>): string | undefined {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === "authorization");
  return found?.[1];
}
