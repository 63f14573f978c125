import { webhooks } from "virtual:endpoints";
import type { Answer } from "../../../../lib/contract/client-types.ts";
import { useApi } from "../query.ts";

export type Endpoint = Answer<typeof webhooks.readWebhook>;
export type Delivery = Answer<typeof webhooks.listDeliveries>["data"][number];
export type DeliveryDetail = Answer<typeof webhooks.readDelivery>;
export type DeliveryAttempt = DeliveryDetail["attempts"][number];
export type EventType = Answer<typeof webhooks.listEventTypes>["data"][number];
export type Subscription = "*" | EventType["type"];

/** The catalogue does not change while the page is open. */
export function useEventTypes() {
  const { data } = useApi(webhooks.listEventTypes, {});
  return data?.data ?? [];
}

/** Why a POST failed, and what to look at. */
export const ERROR_WORDS: Readonly<Record<NonNullable<Delivery["last_error_code"]>, string>> = {
  http_status: "Your server answered with an error",
  dns_error: "The name of your server could not be found",
  connection_refused: "Your server refused the connection",
  connection_reset: "The connection broke off",
  timeout: "Your server did not answer within 15 seconds",
  tls_error: "The certificate of your server is not valid",
  redirect: "Your server redirected; redirects are not followed",
  ssrf_blocked: "The address is not a public one",
};

export const DISABLED_WORDS: Readonly<Record<NonNullable<Endpoint["disabled_reason"]>, string>> = {
  by_owner: "Disabled by you",
  gone: "Disabled because your server answered that it wants no more",
  failing: "Disabled after five days without a success",
};
