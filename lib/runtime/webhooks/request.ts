import type { OutboundRequest } from "../../cloud/outbound.ts";
import { type Keyring, open } from "../../cloud/secret-box.ts";
import { signWebhook } from "../../cloud/webhook-signature.ts";
import { SERVICE_VERSION } from "../../contract/version.ts";
import type { EventWithBody } from "../../domain/event-record.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";

const USER_AGENT = `checkout-verification/${SERVICE_VERSION}`;

/** The signed POST of an event to an endpoint, as it is sent at `now` (ms). */
export function webhookRequest(
  event: Pick<EventWithBody, "id" | "body">,
  endpoint: WebhookEndpoint,
  ring: Keyring,
  now: number,
): OutboundRequest {
  const timestampSeconds = Math.floor(now / 1000);
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

/** Newest first; after a rotation the one before signs too until its time is over. */
function secretsOf(endpoint: WebhookEndpoint, ring: Keyring, now: number): readonly string[] {
  const { previousSecret } = endpoint;
  const sealed = [
    endpoint.secret,
    ...(previousSecret !== null && previousSecret.until > now ? [previousSecret.sealed] : []),
  ];
  return sealed.map((box) => open(box, endpoint.id, ring));
}
