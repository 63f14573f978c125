import type { OutboundRequest } from "../../cloud/outbound.ts";
import { type Keyring, open } from "../../cloud/secret-box.ts";
import { signWebhook } from "../../cloud/webhook-signature.ts";
import { SERVICE_VERSION } from "../../contract/version.ts";
import type { EventWithBody } from "../../domain/event-record.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";

const USER_AGENT = `checkout-verification/${SERVICE_VERSION}`;

/** Builds the POST of an event to an endpoint at `now` (ms), signed at `signedAt` (ms). */
export function webhookRequest(
  event: Pick<EventWithBody, "id" | "body">,
  endpoint: WebhookEndpoint,
  ring: Keyring,
  { now, signedAt }: { readonly now: number; readonly signedAt: number },
): Omit<OutboundRequest, "timeoutMs"> {
  const timestampSeconds = Math.floor(signedAt / 1000);
  return {
    url: endpoint.url,
    headers: {
      "content-type": "application/json",
      "user-agent": USER_AGENT,
      ...signWebhook(
        { id: event.id, timestampSeconds, body: event.body },
        secretsOf(endpoint, ring, now),
      ),
    },
    body: event.body,
  };
}

/** Newest first. After a rotation the previous secret signs too, until its overlap ends. */
function secretsOf(endpoint: WebhookEndpoint, ring: Keyring, now: number): readonly string[] {
  const { previousSecret } = endpoint;
  const sealed = [
    endpoint.secret,
    ...(previousSecret !== null && previousSecret.until > now ? [previousSecret.sealed] : []),
  ];
  return sealed.map((box) => open(box, endpoint.id, ring));
}
