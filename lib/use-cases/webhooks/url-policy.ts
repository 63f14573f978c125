import type { WebhookUrlPolicy } from "../../cloud/webhook-url.ts";
import { environment } from "../../pipeline/environment.ts";

/** Which webhook URLs the operator allows. Applies when a URL is saved and when it is used. */
export function webhookUrlPolicy(): WebhookUrlPolicy {
  const { webhookAllowedPorts, webhookAllowLoopbackHttp } = environment().config;
  return { extraPorts: webhookAllowedPorts, localReceivers: webhookAllowLoopbackHttp };
}
