import { webhooks } from "virtual:endpoints";
import type { Answer } from "../../../../lib/contract/client-types.ts";
import { useApi, useApiAll } from "../query.ts";
import { t } from "../texts/t.ts";

export type Endpoint = Answer<typeof webhooks.readWebhook>;
export type Delivery = Answer<typeof webhooks.listDeliveries>["data"][number];
export type DeliveryDetail = Answer<typeof webhooks.readDelivery>;
export type DeliveryAttempt = DeliveryDetail["attempts"][number];
export type EventType = Answer<typeof webhooks.listEventTypes>["data"][number];
export type Subscription = "*" | EventType["type"];

/** The catalog of event types. */
export function useEventTypes() {
  const { data } = useApi(webhooks.listEventTypes, {});
  return data?.data ?? [];
}

/** All endpoints of the account, for their URLs. */
export function useEndpoints(): readonly Endpoint[] {
  return useApiAll(webhooks.listWebhooks, {}).data ?? [];
}

/** Why an attempt failed, and what to check. */
export const ERROR_WORDS: Readonly<Record<NonNullable<Delivery["last_error_code"]>, string>> = {
  http_status: t("dataWebhooks.yourServerAnsweredWith"),
  dns_error: t("dataWebhooks.weCouldNotFind"),
  connection_refused: t("dataWebhooks.yourServerRefusedThe"),
  connection_reset: t("dataWebhooks.theConnectionWasReset"),
  timeout: t("dataWebhooks.yourServerDidNot"),
  tls_error: t("dataWebhooks.yourServersCertificateIs"),
  redirect: t("dataWebhooks.yourServerRedirectedWe"),
  ssrf_blocked: t("dataWebhooks.theAddressIsNot"),
};

export const DISABLED_WORDS: Readonly<Record<NonNullable<Endpoint["disabled_reason"]>, string>> = {
  by_owner: t("dataWebhooks.disabledByYou"),
  gone: t("dataWebhooks.disabledBecauseYourServer"),
  failing: t("dataWebhooks.disabledAfterFiveDays"),
};
