import { seal } from "../../cloud/secret-box.ts";
import { generateWebhookSecret } from "../../cloud/webhook-signature.ts";
import { type CreateWebhookBody, MAX_ENDPOINTS_PER_APP } from "../../contract/schemas/webhook.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import { getAppWithMethods } from "../../store/apps.ts";
import { endpointsOfAccount } from "../../store/endpoints.ts";
import { randomBytes, table } from "../deps.ts";
import { assertWebhookUrl } from "./assert-url.ts";
import { readKeyring } from "./keyring.ts";

/**
 * A new endpoint with its secret in the clear, not stored yet.
 *
 * @throws ServiceError `not_found` (app), `invalid_request` (url), `conflict` (too many)
 */
export async function prepareEndpoint(
  accountId: string,
  body: CreateWebhookBody,
  now: number,
): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
  const [app, others] = await Promise.all([
    getAppWithMethods(table(), accountId, body.app_id),
    endpointsOfAccount(table(), accountId),
  ]);
  if (app === null) throw notFound("app");
  if (others.filter(({ appId }) => appId === body.app_id).length >= MAX_ENDPOINTS_PER_APP) {
    throw new ServiceError("conflict", `An app has at most ${MAX_ENDPOINTS_PER_APP} endpoints.`);
  }
  await assertWebhookUrl(body.url);
  const id = newId("whk_", now, randomBytes(10));
  const secret = generateWebhookSecret();
  const endpoint: WebhookEndpoint = {
    id,
    accountId,
    appId: body.app_id,
    livemode: body.livemode,
    url: body.url,
    events: body.events,
    description: body.description ?? null,
    status: "enabled",
    disabledReason: null,
    disabledAt: null,
    secret: seal(secret, id, await readKeyring()),
    previousSecret: null,
    createdAt: now,
    deletedAt: null,
    failuresInARow: 0,
    failingSince: null,
    lastSuccessAt: null,
    slow: false,
  };
  return { endpoint, secret };
}
