import type { Delivery } from "../../domain/delivery.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Recovery } from "../../domain/recovery.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import { table } from "../../pipeline/deps.ts";
import { readable } from "../../pipeline/may-read.ts";
import type { Principal } from "../../pipeline/principal.ts";
import { getDelivery } from "../../store/deliveries.ts";
import { getEndpoint } from "../../store/endpoints.ts";
import { getRecovery } from "../../store/recoveries.ts";

/** Reads an endpoint that is not deleted. @throws ServiceError `not_found` */
export async function loadEndpoint(principal: Principal, id: string): Promise<WebhookEndpoint> {
  const endpoint = await getEndpoint(table(), principal.accountId, id);
  return readable(principal, endpoint, "webhook endpoint");
}

/** Reads a delivery to this endpoint. `now` in ms. @throws ServiceError `not_found` */
export async function loadDelivery(
  principal: Principal,
  endpoint: WebhookEndpoint,
  id: string,
  now: number,
): Promise<Delivery> {
  const delivery = await getDelivery(table(), { endpointId: endpoint.id, id }, now);
  return readable(principal, delivery, "delivery");
}

/** Reads a recovery of this endpoint. `now` in ms. @throws ServiceError `not_found` */
export async function loadRecovery(
  principal: Principal,
  endpoint: WebhookEndpoint,
  id: string,
  now: number,
): Promise<Recovery> {
  return readable(principal, await getRecovery(table(), endpoint.id, id, now), "recovery");
}

/** @throws ServiceError `endpoint_disabled`: a manual request is never skipped silently */
export function assertEnabled(endpoint: WebhookEndpoint): void {
  if (endpoint.status === "enabled") return;
  throw new ServiceError("endpoint_disabled", "Enable the webhook endpoint first.");
}
