import type { Delivery } from "../../domain/delivery.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import { getDelivery } from "../../store/deliveries.ts";
import { getEndpoint } from "../../store/endpoints.ts";
import { table } from "../deps.ts";

/** An endpoint of this account. @throws ServiceError `not_found`, also for another tenant's. */
export async function loadEndpoint(accountId: string, id: string): Promise<WebhookEndpoint> {
  const endpoint = await getEndpoint(table(), accountId, id);
  if (endpoint === null) throw notFound("webhook endpoint");
  return endpoint;
}

/** A delivery to this endpoint. @throws ServiceError `not_found` */
export async function loadDelivery(
  endpoint: WebhookEndpoint,
  id: string,
  now: number,
): Promise<Delivery> {
  const delivery = await getDelivery(table(), id, now);
  if (delivery === null || delivery.endpointId !== endpoint.id) throw notFound("delivery");
  return delivery;
}

/** @throws ServiceError `endpoint_disabled`: what is asked for by hand is never skipped in silence. */
export function assertEnabled(endpoint: WebhookEndpoint): void {
  if (endpoint.status === "enabled") return;
  throw new ServiceError("endpoint_disabled", "Enable the webhook endpoint first.");
}
