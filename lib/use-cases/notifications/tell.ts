import { sendMessages } from "../../cloud/queue.ts";
import { dayOf } from "../../contract/days.ts";
import type { EventDetail, NotificationFacts, SendOne, Tell } from "../../contract/messages.ts";
import { kindOf, type NotificationType, permissionOf } from "../../contract/notification-kinds.ts";
import { type Grant, grantOf } from "../../contract/roles.ts";
import type { EventAnswer } from "../../contract/schemas/event.ts";
import { defaultSettings, type NotificationSettings } from "../../domain/notification.ts";
import { type Member, membersOf } from "../../domain/user.ts";
import { now, sqs, table } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";
import { getEventBody } from "../../store/events.ts";
import { listSettings } from "../../store/notifications.ts";
import { getTeam } from "../../store/users.ts";
import { presentEvent } from "../events/build-event.ts";

/** Queues the messages about a committed event. */
export async function tellOfEvent(detail: EventDetail): Promise<void> {
  const { id, account_id: accountId, app_id: appId, livemode } = detail;
  const type = detail.type as NotificationType;
  const settings = await listSettings(table(), accountId);
  // In most accounts nobody wants a message for each payment: the relay leaves those out, and one from its sweeper costs one read.
  if (type === "checkout.verified" && settings.every(({ paid }) => paid !== "each")) return;
  const body = await getEventBody(table(), { id, accountId, appId, livemode }, now());
  if (body === null) return;
  const { facts, madeAt } = factsOf(type, appId, presentEvent(body));
  await queueFor({ id, accountId, userId: null, facts, madeAt }, settings);
}

/** Queues the messages about something that is no event. */
export async function tell({ id, account_id: accountId, user_id: userId, facts }: Tell) {
  const settings = await listSettings(table(), accountId);
  await queueFor({ id, accountId, userId, facts, madeAt: null }, settings);
}

interface Subject {
  readonly id: string;
  readonly accountId: string;
  readonly userId: string | null;
  readonly facts: NotificationFacts;
  /** When the checkout was created, ms; null for other objects. */
  readonly madeAt: number | null;
}

async function queueFor(
  { id, accountId, userId, facts, madeAt }: Subject,
  settings: readonly NotificationSettings[],
): Promise<void> {
  const team = await getTeam(table(), accountId);
  if (team === null) return;
  const isOld = madeAt !== null && dayOf(madeAt) !== dayOf(now());
  const recipients = membersOf(team).filter((member) => {
    const own = settings.find((one) => one.userId === member.userId);
    if (userId !== null && member.userId !== userId) return false;
    // A cashier sees today's checkouts and their own; of older ones they are not told.
    if (isOld && grantFor(member, facts.type) === "own_and_today") return false;
    return wants(member, own ?? defaultSettings(accountId, member.userId), facts);
  });
  await enqueue(
    recipients.map((member) => ({
      ...{ version: 1, kind: "send", id, account_id: accountId, user_id: member.userId },
      ...{ facts, failures: 0, not_before: now() },
    })),
  );
}

/** Sends the messages that wait until their time. @throws Error if one could not be queued */
export async function enqueue(messages: readonly SendOne[], delaySeconds = 0): Promise<void> {
  if (messages.length === 0) return;
  const failed = await sendMessages(
    sqs(),
    variableOf("QUEUE_URL", "notifications"),
    messages.map((message) => ({
      body: JSON.stringify(message),
      groupId: message.account_id,
      delaySeconds,
    })),
  );
  if (failed.length > 0) throw new Error(`${failed.length} notifications could not be queued`);
}

/** Whether a member may hear of it, and wants to. Owners always hear of changes of receiving accounts. */
export function wants(
  member: Pick<Member, "role" | "apps">,
  { muted, paid }: NotificationSettings,
  { type, app_id: appId }: NotificationFacts,
): boolean {
  if (grantFor(member, type) === false) return false;
  if (appId !== null && member.apps !== null && !member.apps.includes(appId)) return false;
  const kind = kindOf(type);
  if (kind === "test") return true;
  if (kind === "paid") return paid === (type === "payments.daily" ? "daily" : "each");
  if (kind === "receiving_account" && member.role === "owner") return true;
  return !muted.includes(kind);
}

function grantFor({ role }: Pick<Member, "role">, type: NotificationType): Grant {
  return grantOf(role, permissionOf(type));
}

function factsOf(type: NotificationType, appId: number | null, event: EventAnswer) {
  const { object } = event.data;
  if (type === "checkout.verified" || type === "checkout.review") {
    const facts: NotificationFacts = {
      type,
      app_id: appId,
      path: `/checkouts/${String(object.id)}`,
      amount: Number(object.amount),
      currency: String(object.currency),
    };
    return { facts, madeAt: Date.parse(String(object.created_at)) };
  }
  return { facts: { type, app_id: appId, path: pathOf(type, String(object.id)) }, madeAt: null };
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
