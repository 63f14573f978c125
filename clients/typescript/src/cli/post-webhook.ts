import { createHmac } from "node:crypto";

/** As long as the service's deliveries wait. */
export const RESPONSE_TIMEOUT_MS = 15_000;

/** The response to a webhook, or why there is none, e.g. `ECONNREFUSED` or `timeout`. */
export type WebhookResponse =
  | { readonly status: number; readonly error: null }
  | { readonly status: null; readonly error: string };

/** POSTs a webhook as the service does: follows no redirect. Never throws. */
export async function postWebhook(
  target: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeoutMs: number = RESPONSE_TIMEOUT_MS,
): Promise<WebhookResponse> {
  try {
    const response = await fetch(target, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.arrayBuffer();
    return { status: response.status, error: null };
  } catch (error) {
    return { status: null, error: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  // Its `code` is the number of an old standard.
  if (error instanceof DOMException && error.name === "TimeoutError") return "timeout";
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause as { code?: string }).code ?? String(cause);
}

/** The signing secret of `listen`, derived from the API key so that it stays the same. */
export function listenSecret(apiKey: string): string {
  const bytes = createHmac("sha256", apiKey).update("checkout listen").digest();
  return `whsec_${bytes.toString("base64")}`;
}

/** Headers of a webhook, as the service sends them (Standard Webhooks). */
export function signedHeaders(id: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}
