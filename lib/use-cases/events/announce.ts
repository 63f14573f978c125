import { sendMessage } from "../../cloud/messaging.ts";
import type { NotificationFacts, Tell } from "../../contract/messages.ts";
import { sqs } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";
import { errorFields, log } from "../../pipeline/log.ts";

/** News for the members of an account. */
export interface News {
  /** The same id tells a member only once. */
  readonly id: string;
  readonly accountId: string;
  /** Only this member; absent: all who may receive the message and want it. */
  readonly userId?: string;
  readonly facts: NotificationFacts;
}

/**
 * Has `send-notifications` tell members something that is not an event. Call it before the change commits: a crash in
 * between tells them of a change that did not happen, never the other way round.
 */
export async function announce({ id, accountId, userId, facts }: News): Promise<void> {
  const message: Tell = {
    version: 1,
    kind: "tell",
    id,
    account_id: accountId,
    user_id: userId ?? null,
    facts,
  };
  await sendMessage(sqs(), variableOf("QUEUE_URL", "notifications"), JSON.stringify(message));
}

/** As `announce`, for what must not fail because a message can't be queued. */
export async function tryAnnounce(news: News): Promise<void> {
  try {
    await announce(news);
  } catch (error) {
    const { accountId: account_id, facts } = news;
    log("error", "notification not queued", {
      account_id,
      event_type: facts.type,
      ...errorFields(error),
    });
  }
}

/**
 * Announces that a phone is paired, gets another secret, or that bank messages count up to a higher amount. `change` names
 * the phone or app and the request.
 */
export function announceBankMessages(
  accountId: string,
  appId: number | null,
  change: string,
): Promise<void> {
  const path = phonesPath(appId);
  const facts = { type: "notice_source.changed", app_id: appId, path } as const;
  return announce({ id: `bank_messages#${change}`, accountId, facts });
}

/** The dashboard's page of an app's phones; of the apps for a phone of all of them. */
export function phonesPath(appId: number | null): string {
  return appId === null ? "/apps" : `/apps/${appId}/phones`;
}

/** Announces that a receiving account of an app changes. `change` names the method and the request. */
export function announceReceivingAccount(
  accountId: string,
  appId: number,
  change: string,
): Promise<void> {
  return announce({
    id: `receiving_account#${change}`,
    accountId,
    facts: { type: "receiving_account.changed", app_id: appId, path: `/apps/${appId}` },
  });
}
