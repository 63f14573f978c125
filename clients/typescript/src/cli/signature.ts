import { createHmac } from "node:crypto";

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
