import { once } from "node:events";
import { connect } from "node:net";
import type { LocalStack } from "../../lib/local/compose-stack.ts";

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

/** A person at the dashboard: his access token and his browser's cookie. */
export interface Visitor {
  readonly phone: string;
  readonly token: string;
  /** As the browser would send it. */
  readonly cookie: string;
  readonly userId: string;
  readonly accountId: string;
  readonly send: (method: string, path: string, more?: ApiCall) => ReturnType<typeof call>;
}

let lastNumber = 0;

/** An invented mobile number that no other test of this process has used. */
export function newPhone(): string {
  lastNumber += 1;
  return `+2519${String(10_000_000 + lastNumber)}`;
}

/** A stack that can sign tokens. */
export async function withSigningKey(stack: LocalStack): Promise<LocalStack> {
  await stack.runSchedule("rotate-signing-keys");
  await stack.idle();
  return stack;
}

/** Asks for a code and reads it from the inbox. */
export async function askForCode(stack: LocalStack, phone: string): Promise<string> {
  const sent = await call(stack.url, "POST", "/api/auth/send-otp/", { body: { phone } });
  if (sent.status !== 202) throw new Error(`no code for ${phone}: ${sent.status}`);
  return codesOf(stack, phone).at(-1) ?? "";
}

/** Every code that came to a phone, oldest first. */
export function codesOf(stack: LocalStack, phone: string): string[] {
  return stack.inbox.find(phone).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? []);
}

/** The refresh cookie that an answer sets, as `name=value`; null for none. */
export function cookieOf(headers: Headers): string | null {
  return headers.getSetCookie()[0]?.split(";")[0] ?? null;
}

/** Logs in by phone; the first login signs the user up. */
export async function logIn(stack: LocalStack, phone = newPhone()): Promise<Visitor> {
  const code = await askForCode(stack, phone);
  const answer = await call(stack.url, "POST", "/api/auth/verify-otp/", { body: { phone, code } });
  if (answer.status !== 200) throw new Error(`no login: ${JSON.stringify(answer.body)}`);
  const { access_token: token, user } = answer.body;
  return {
    phone,
    token,
    cookie: cookieOf(answer.headers) ?? "",
    userId: user.id,
    accountId: user.account_id,
    send: (method, path, more = {}) =>
      call(stack.url, method, `/api/platform/${path}`, { key: token, ...more }),
  };
}

/** Hangs up in the middle of a POST's body, which the server has begun to read, and waits until the server has noticed. */
export async function hangUp(url: string): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const head = [`POST ${pathname} HTTP/1.1`, `Host: ${hostname}`, "Expect: 100-continue"];
  socket.write(`${[...head, "Content-Length: 9"].join("\r\n")}\r\n\r\n`);
  await once(socket, "data");
  socket.end("{");
  await once(socket.resume(), "end");
}
