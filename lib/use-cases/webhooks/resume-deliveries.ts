import { type Delivery, dueAt } from "../../domain/delivery.ts";
import { eventOf } from "../../domain/event-record.ts";
import { hopDelaySeconds } from "../../domain/webhook-schedule.ts";
import type { DelayedMessage, WebhookPorts } from "./ports.ts";

/** Sends a message for the next attempt of each delivery that has one planned. */
export async function resumeDeliveries(
  ports: Pick<WebhookPorts, "send" | "now">,
  deliveries: readonly Delivery[],
): Promise<void> {
  const now = ports.now();
  for (const lane of ["delivery", "delivery-slow"] as const) {
    const messages = deliveries
      .filter((delivery) => delivery.lane === lane)
      .flatMap((delivery) => messageOf(delivery, now) ?? []);
    if (messages.length > 0) await ports.send(lane, messages);
  }
}

function messageOf(delivery: Delivery, now: number): DelayedMessage | null {
  const due = dueAt(delivery);
  if (due === null) return null;
  return {
    message: {
      version: 3,
      delivery_id: delivery.id,
      account_id: delivery.accountId,
      endpoint_id: delivery.endpointId,
      event_id: delivery.eventId,
      event_app_id: eventOf(delivery).appId,
      livemode: delivery.livemode,
      attempt: delivery.attemptsCount + 1,
      not_before: due,
    },
    delaySeconds: hopDelaySeconds(now, due),
  };
}
