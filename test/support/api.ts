/** A caller of the service over HTTP, as a merchant's server or a browser is. */

export interface ApiAnswer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface ApiCall {
  readonly key?: string;
  readonly body?: unknown;
  /** Sent as it is, without JSON. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

// Answers are read loosely here; tests say what they expect of each field.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Loose = any;

/** Sends one request; a body that is JSON is parsed. */
export async function call(
  base: string,
  method: string,
  path: string,
  { key, body, raw, headers = {} }: ApiCall = {},
): Promise<ApiAnswer<Loose>> {
  const response = await fetch(base + path, {
    method,
    redirect: "manual",
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: raw ?? (body === undefined ? null : JSON.stringify(body)),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== "" ? JSON.parse(text) : text,
  };
}
