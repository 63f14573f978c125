import type { NotificationFacts } from "../../contract/messages.ts";
import type { NotificationType } from "../../contract/notification-kinds.ts";
import type { EventAnswer } from "../../contract/schemas/event.ts";
import { money, receivedBy } from "../insight/count-events.ts";

/** What a message says about an event, and when its checkout was created, ms; null for other objects. */
export function factsOf(
  type: NotificationType,
  appId: number | null,
  event: EventAnswer,
): { readonly facts: NotificationFacts; readonly madeAt: number | null } {
  const { object } = event.data;
  if (type === "checkout.verified" || type === "checkout.review") {
    const facts: NotificationFacts = {
      type,
      app_id: appId,
      path: `/checkouts/${String(object.id)}`,
      amount: type === "checkout.verified" ? paidFor(object) : Number(object.amount),
      currency: String(object.currency),
    };
    return { facts, madeAt: Date.parse(String(object.created_at)) };
  }
  return { facts: { type, app_id: appId, path: pathOf(type, String(object.id)) }, madeAt: null };
}

/** What has arrived: more or less than was asked for, where a person or the customer took it so. */
function paidFor(object: EventAnswer["data"]["object"]): number {
  const { success, data } = money.safeParse(object);
  return success ? receivedBy(data) : Number(object.amount);
}

/** The dashboard's page of what a message is about. */
function pathOf(type: NotificationType, id: string): string {
  switch (type) {
    case "webhook.disabled":
      return `/webhooks/${id}`;
    case "books.difference":
      return `/books/statements/${id}`;
    case "credits.low":
    case "credits.exhausted":
      return "/credits";
    default:
      return "/";
  }
}
