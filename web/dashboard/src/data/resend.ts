import { webhooks } from "virtual:endpoints";
import { useState } from "react";
import { client } from "../client.ts";
import { queryClient } from "../query.ts";
import type { Delivery } from "./webhooks.ts";

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
