import { webhooks } from "virtual:endpoints";
import { useState } from "react";
import type { Answer } from "../../../../lib/contract/client-types.ts";
import { client } from "../client.ts";
import { queryClient, useApi, useApiAll } from "../query.ts";
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

export interface ResendProgress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly isRunning: boolean;
}

/** Resends deliveries one after another, and counts those that the service refused. */
export function useResend() {
  const [progress, setProgress] = useState<ResendProgress | null>(null);
  const resend = async (deliveries: readonly Delivery[]) => {
    const total = deliveries.length;
    let failed = 0;
    for (const [done, { endpoint_id, id }] of deliveries.entries()) {
      setProgress({ done, total, failed, isRunning: true });
      const params = { id: endpoint_id, delivery_id: id };
      await client.call(webhooks.retryDelivery, { params }).catch(() => {
        failed += 1;
      });
    }
    setProgress({ done: total, total, failed, isRunning: false });
    await queryClient.invalidateQueries();
  };
  return { progress, resend, clear: () => setProgress(null) };
}
