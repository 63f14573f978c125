import { webhooks } from "virtual:endpoints";
import { useState } from "react";
import type { ApiProblem } from "../../../../../clients/typescript/src/problem.ts";
import { client } from "../../client.ts";
import type { Delivery } from "../../data/webhooks.ts";
import { queryClient } from "../../query.ts";

export interface ResendProgress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** Of the last call that failed, unless the service refused it because of the delivery's own state. */
  readonly problem: Error | null;
  readonly isRunning: boolean;
}

/** Resends deliveries one after another, and counts those that are not. */
export function useResend() {
  const [progress, setProgress] = useState<ResendProgress | null>(null);
  const resend = async (deliveries: readonly Delivery[]) => {
    const total = deliveries.length;
    let failed = 0;
    let problem: Error | null = null;
    for (const [done, { endpoint_id, id }] of deliveries.entries()) {
      setProgress({ done, total, failed, problem, isRunning: true });
      const params = { id: endpoint_id, delivery_id: id };
      await client.call(webhooks.retryDelivery, { params }).catch((error: ApiProblem) => {
        failed += 1;
        if (error.status !== 409) problem = error;
      });
    }
    setProgress({ done: total, total, failed, problem, isRunning: false });
    await queryClient.invalidateQueries();
  };
  return { progress, resend, clear: () => setProgress(null) };
}
