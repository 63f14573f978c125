import { resolvesToBlocked } from "../../cloud/guarded-connection.ts";
import { checkWebhookUrl, type WebhookUrlPolicy } from "../../cloud/webhook-url.ts";
import { invalidField } from "../../domain/errors.ts";
import { environment } from "../../pipeline/environment.ts";

/** Which webhook URLs the operator allows. Applies when a URL is saved and when it is used. */
export function webhookUrlPolicy(): WebhookUrlPolicy {
  const { webhookAllowedPorts, webhookAllowLoopbackHttp } = environment().config;
  return { extraPorts: webhookAllowedPorts, localReceivers: webhookAllowLoopbackHttp };
}

/**
 * Refuses a URL that webhooks may not be sent to. Senders check it again, because the name can resolve to
 * another address by then.
 *
 * @throws ServiceError `invalid_request`
 */
export async function assertWebhookUrl(url: string): Promise<void> {
  const check = checkWebhookUrl(url, webhookUrlPolicy());
  if (!check.ok) throw invalidField("url", check.message);
  if (await resolvesToBlocked(check)) {
    throw invalidField("url", "must not resolve to a private or reserved address");
  }
}
