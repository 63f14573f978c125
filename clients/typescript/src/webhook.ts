import type { WebhookEvent } from "./generated/operations.ts";
import { isRecord, parseJson } from "./json.ts";

export type { WebhookEvent };

/** `body`: not raw, or not JSON. `secret`: none, or not the `whsec_…` of an endpoint: your settings are wrong. */
export type SignatureProblemCode = "missing_header" | "timestamp" | "signature" | "body" | "secret";

/** The webhook is not trustworthy. Respond with 400, or 500 for `secret`, and do nothing else. */
export class WebhookSignatureError extends Error {
  override readonly name = "WebhookSignatureError";
  readonly code: SignatureProblemCode;

  constructor(code: SignatureProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}

export interface VerifyWebhookOptions {
  /** Maximum difference in seconds between `webhook-timestamp` and the clock. Default 300. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970. Default `Date.now()`. */
  readonly now?: number;
}

export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The minimum of Standard Webhooks. Anyone could sign with an empty key. */
const MIN_KEY_BYTES = 24;

/**
 * Verifies a webhook (Standard Webhooks) and returns its event.
 *
 * @param rawBody the bytes as received, before any JSON parser
 * @param secrets `whsec_…`; pass several while you rotate the secret. Without one, it throws `secret`
 * @throws WebhookSignatureError
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[] | undefined,
  { toleranceSeconds = 300, now = Date.now() }: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const id = header(headers, "webhook-id");
  const timestamp = header(headers, "webhook-timestamp");
  const signatures = header(headers, "webhook-signature");
  checkTime(timestamp, now, toleranceSeconds);
  const body = bytesOf(rawBody);
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  const given = signatures
    .split(" ")
    .flatMap((one) => (one.startsWith("v1,") ? [fromBase64(one.slice(3))] : []));
  const several = [secrets].flat();
  for (const secret of several.length > 0 ? several : [undefined]) {
    // Once, not for each signature: a stranger's header can have thousands.
    const mac = await crypto.subtle.sign("HMAC", await importKey(secret), signed);
    if (given.some((one) => one && isEqual(one, new Uint8Array(mac)))) return parse(body);
  }
  throw new WebhookSignatureError(
    "signature",
    "No signature matches. Check the secret, and that you pass the raw body.",
  );
}

function checkTime(timestamp: string, now: number, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookSignatureError(
      "timestamp",
      "webhook-timestamp is not a time in Unix seconds.",
    );
  }
  const age = now / 1000 - Number(timestamp);
  if (Math.abs(age) <= toleranceSeconds) return;
  const direction = age > 0 ? "behind" : "ahead of";
  throw new WebhookSignatureError(
    "timestamp",
    `webhook-timestamp is ${Math.abs(age).toFixed()} s ${direction} this machine's clock; ${toleranceSeconds} s are allowed. Check the clock.`,
  );
}

function parse(body: Uint8Array): WebhookEvent {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const event = parseJson(decoder.decode(body));
    if (isRecord(event)) return event as unknown as WebhookEvent;
  } catch {
    // Reported below, like JSON that is not an object.
  }
  throw new WebhookSignatureError("body", "The body is signed, but it is not an event.");
}

function header(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === "function"
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = Array.isArray(value) ? value.join(" ") : value;
  if (typeof text === "string" && text !== "") return text;
  throw new WebhookSignatureError("missing_header", `The header ${name} is missing.`);
}

function bytesOf(rawBody: unknown): Uint8Array {
  if (typeof rawBody === "string") return new TextEncoder().encode(rawBody);
  // Not `instanceof`: bytes can be of another realm, as in a test with Jest.
  if (ArrayBuffer.isView(rawBody)) {
    return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  }
  if (Object.prototype.toString.call(rawBody) === "[object ArrayBuffer]") {
    return new Uint8Array(rawBody as ArrayBuffer);
  }
  throw new WebhookSignatureError(
    "body",
    "Pass the raw body as text or bytes: a parsed body cannot be verified.",
  );
}

async function importKey(secret: unknown): ReturnType<typeof crypto.subtle.importKey> {
  const isSecret = typeof secret === "string" && secret.startsWith("whsec_");
  const bytes = isSecret ? fromBase64(secret.slice("whsec_".length)) : null;
  if (bytes === null || bytes.length < MIN_KEY_BYTES) {
    throw new WebhookSignatureError(
      "secret",
      `The secret must be whsec_ and base64 of at least ${MIN_KEY_BYTES} bytes, without a space or line break.`,
    );
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** Takes as long for any bytes of the same number. */
function isEqual(given: Uint8Array, expected: Uint8Array): boolean {
  let difference = given.length ^ expected.length;
  for (const [at, byte] of expected.entries()) difference |= byte ^ (given[at] ?? 0);
  return difference === 0;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  // `atob` also accepts white space and missing padding, which the clients in other languages refuse.
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
