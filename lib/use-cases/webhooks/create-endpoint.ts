import { seal } from "../../cloud/secret-box.ts";
import { generateWebhookSecret } from "../../cloud/webhook-signature.ts";
import {
  type CreateWebhookBody,
  MAX_ENDPOINTS_PER_ACCOUNT,
  MAX_ENDPOINTS_PER_APP,
} from "../../contract/schemas/webhook.ts";
import { ServiceError } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import type { App } from "../../store/apps.ts";
import { endpointsOfAccount } from "../../store/endpoints.ts";
import { loadApp } from "../apps/load-app.ts";
import { assertWebhookUrl } from "./assert-url.ts";
import { readKeyring } from "./keyring.ts";

/**
 * Prepares a new endpoint of an app, without storing it, and its secret in plain text.
 *
 * @throws ServiceError `not_found` (app), `invalid_request` (url), `conflict` (too many)
 */
export async function prepareEndpoint(
  principal: UserPrincipal,
  body: CreateWebhookBody,
  now: number,
): Promise<{ readonly app: App; readonly endpoint: WebhookEndpoint; readonly secret: string }> {
  const { accountId } = principal;
  const [others, { app }] = await Promise.all([
    endpointsOfAccount(table(), accountId),
    loadApp(principal, body.app_id),
  ]);
  if (others.filter(({ appId }) => appId === body.app_id).length >= MAX_ENDPOINTS_PER_APP) {
    throw new ServiceError("conflict", `An app has at most ${MAX_ENDPOINTS_PER_APP} endpoints.`);
  }
  if (others.length >= MAX_ENDPOINTS_PER_ACCOUNT) {
    const most = `An account has at most ${MAX_ENDPOINTS_PER_ACCOUNT} endpoints.`;
    throw new ServiceError("conflict", most);
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
    timeoutsInARow: 0,
    failingSince: null,
    lastSuccessAt: null,
    slow: false,
  };
  return { app, endpoint, secret };
}
