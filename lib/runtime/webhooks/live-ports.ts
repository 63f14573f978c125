import { postGuarded } from "../../cloud/outbound.ts";
import { readKeyring } from "./keyring.ts";
import type { WebhookPorts } from "./ports.ts";
import { queuePorts } from "./queue-ports.ts";
import { webhookUrlPolicy } from "./url-policy.ts";

/** The engine on the real table, queues and network. */
export function livePorts(): WebhookPorts {
  return {
    ...queuePorts(),
    post: (request) => postGuarded(request, { policy: webhookUrlPolicy() }),
    keyring: readKeyring,
  };
}
