import type { WebhookUrlPolicy } from "../../cloud/webhook-url.ts";
import { environment } from "../environment.ts";

/** Where webhooks may go, as the operator configured it; the same when saved and when sent. */
export function webhookUrlPolicy(): WebhookUrlPolicy {
  const { webhookAllowedPorts, webhookAllowLoopbackHttp } = environment().config;
  return { extraPorts: webhookAllowedPorts, localReceivers: webhookAllowLoopbackHttp };
}
