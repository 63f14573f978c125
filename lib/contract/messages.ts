import * as z from "zod";
import { PROVIDERS } from "../domain/provider.ts";
import { NOTIFICATION_TYPES, type NotificationType } from "./notification-kinds.ts";
import { id } from "./schemas/common.ts";

/** Queue messages. Each is only a wake-up: the state is in the table. */

/**
 * On `delivery` and `delivery-slow`: make this attempt, but not before its time. It names everything that
 * a sender reads, so that one read serves a whole batch.
 */
export const deliveryMessage = z.object({
  version: z.literal(3),
  delivery_id: id("dlv"),
  account_id: id("acc"),
  /** Also the message group of the fair queue. */
  endpoint_id: id("whk"),
  event_id: id("evt"),
  /** Null for an event of the whole account. */
  event_app_id: z.int().nullable(),
  livemode: z.boolean(),
  /** Number of the attempt to be made; one that was made already is dropped. */
  attempt: z.int().min(1),
  /** ms since the epoch. */
  not_before: z.int().min(0),
  /** For a delivery that is not stored yet: the sender's lease stores it. The relay sends its event again. */
  event_type: z.string().optional(),
});
export type DeliveryMessage = z.output<typeof deliveryMessage>;

/** What we put on the bus about a committed event; the body stays in the table, stored once. */
export const eventDetail = z.object({
  version: z.literal(1),
  id: id("evt"),
  account_id: id("acc"),
  app_id: z.int().nullable(),
  livemode: z.boolean(),
  type: z.string(),
  sequence: z.int(),
  /** Whether `follow-events` has work to do; what earlier releases put on the bus says nothing of it. */
  follow_up: z.boolean().optional(),
  /** False where no member wants a message for each payment: the bus rule of `notifications` leaves the event out. */
  notify: z.boolean().optional(),
  /** False where every delivery of the event has ended: the bus rule of `webhooks` leaves it out, but for a replay. */
  fan_out: z.boolean().optional(),
});
export type EventDetail = z.output<typeof eventDetail>;

/** On `fan-out`: what the bus makes of it. Its other fields say nothing that we need. */
export const fanOutMessage = z.object({ detail: eventDetail });

/**
 * On `follow-up`: what the bus makes of an event, a search for checkouts that were created while their app was deleted or
 * their account was closed (`app_id` null), or the work on the pay pages after an account was suspended or resumed.
 */
export const followUpMessage = z.union([
  fanOutMessage,
  z.object({
    version: z.literal(1),
    kind: z.literal("cancel-orphans"),
    account_id: id("acc"),
    app_id: z.int().nullable(),
  }),
  z.object({
    version: z.literal(1),
    kind: z.literal("mark-checkouts"),
    account_id: id("acc"),
    /** The change that it follows: `pagesBehindSince` of the account, ms. */
    since: z.int(),
    /** Begun after every request that did not know of the change has ended. */
    last: z.boolean(),
    /** Where to go on; from the beginning without it. */
    place: z.object({ list: z.int().min(0), after: z.string() }).optional(),
  }),
]);
type FollowUp = z.output<typeof followUpMessage>;
export type OrphanSearch = Extract<FollowUp, { kind: "cancel-orphans" }>;
export type MarkCheckouts = Extract<FollowUp, { kind: "mark-checkouts" }>;

const notificationTypes = Object.keys(NOTIFICATION_TYPES) as NotificationType[];

/** What a notification is about. Its text is made when it is sent, in the language of its reader. */
const notificationFacts = z.object({
  type: z.enum(notificationTypes),
  /** null for what is of the whole account. */
  app_id: z.int().nullable(),
  /** Of the dashboard, where the object is. */
  path: z.string(),
  amount: z.int().optional(),
  currency: z.string().optional(),
  /** The sums in further currencies, if any. */
  more: z.array(z.object({ amount: z.int(), currency: z.string() })).optional(),
  /** Of a phone that forwards messages. */
  name: z.string().optional(),
  /** How someone signed in. */
  login: z.enum(["phone", "telegram"]).optional(),
  /** How many payments. */
  count: z.int().optional(),
});

/** On `notifications`. The same `id` tells a member only once. */
export const notificationMessage = z.union([
  fanOutMessage,
  z.object({
    version: z.literal(1),
    kind: z.literal("tell"),
    id: z.string(),
    account_id: id("acc"),
    /** Only this member; null: all who may receive the message and want it. */
    user_id: id("usr").nullable(),
    facts: notificationFacts,
  }),
  z.object({
    version: z.literal(1),
    kind: z.literal("send"),
    id: z.string(),
    account_id: id("acc"),
    user_id: id("usr"),
    facts: notificationFacts,
    /** Failed attempts so far. */
    failures: z.int(),
    /** Counts among the member's Telegram messages of an hour; absent for not yet. */
    counted: z.boolean().optional(),
    /** Counts among the SMS of a day; absent before the first failure, and in messages of a release that did not say. */
    texted: z.boolean().optional(),
    /** ms since the epoch. */
    not_before: z.int(),
  }),
]);
type Notification = z.output<typeof notificationMessage>;
export type NotificationFacts = z.output<typeof notificationFacts>;
export type Tell = Extract<Notification, { kind: "tell" }>;
export type SendOne = Extract<Notification, { kind: "send" }>;

/** On `recovery`: paged work over the deliveries of one endpoint. */
export const recoveryMessage = z.discriminatedUnion("kind", [
  /** Resends failed and skipped deliveries; the recovery stores the progress. */
  z.object({
    version: z.literal(1),
    kind: z.literal("recover"),
    account_id: id("acc"),
    endpoint_id: id("whk"),
    recovery_id: id("rcv"),
  }),
  /** Ends what still waits, after the endpoint was disabled or deleted. */
  z.object({
    version: z.literal(1),
    kind: z.literal("abandon"),
    account_id: id("acc"),
    endpoint_id: id("whk"),
  }),
  /** Removes the issues about failed deliveries of a deleted endpoint. */
  z.object({
    version: z.literal(1),
    kind: z.literal("forget"),
    account_id: id("acc"),
    endpoint_id: id("whk"),
    /** Goes on after the delivery with this id. */
    after: id("dlv").optional(),
  }),
]);
export type RecoveryMessage = z.output<typeof recoveryMessage>;

const noticeParty = z.object({ name: z.string().nullable(), account: z.string().nullable() });

/** On `notices`: what a paired phone sent, as read. It holds no balance and, but for an unreadable one, no text. */
export const noticeMessage = z.object({
  version: z.literal(1),
  account_id: id("acc"),
  source_id: id("nts"),
  hash: z.string(),
  /** The message's own time and ours, ms. */
  sent_at: z.int(),
  received_at: z.int(),
  /** Pasted by a person. */
  typed: z.boolean(),
  content: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("ping") }),
    z.object({ kind: z.literal("test"), provider: z.enum(PROVIDERS) }),
    z.object({
      kind: z.literal("unreadable"),
      provider: z.enum(PROVIDERS),
      text: z.string(),
    }),
    z.object({
      kind: z.literal("other_money"),
      provider: z.enum(PROVIDERS),
      balance: z
        .object({ key: z.string(), hash: z.string(), before: z.array(z.string()) })
        .nullable(),
      /** Of a payment that the message says was reversed: its references and the amounts in the message. */
      reversed: z
        .object({
          references: z.array(z.string()),
          amounts: z.array(z.int()),
          /** The second look for the payment. */
          again: z.boolean().optional(),
        })
        .optional(),
    }),
    z.object({
      kind: z.literal("payment"),
      notice: z.object({
        provider: z.enum(PROVIDERS),
        amountMinor: z.int(),
        currency: z.string(),
        payer: noticeParty,
        account: z.string().nullable(),
        reference: z.string().nullable(),
        link: z.string().nullable(),
        paidAt: z.int().nullable(),
        precisionMs: z.int(),
      }),
      /** Keyed hashes: of the balance, and of what it may have been before. */
      balance: z
        .object({ key: z.string(), hash: z.string(), before: z.array(z.string()) })
        .nullable(),
    }),
  ]),
});
export type NoticeMessage = z.output<typeof noticeMessage>;

/** Resumes an attempt. The table is the truth: this only says where to look, and not before when (ms). */
export const verificationMessage = z.object({
  version: z.literal(1),
  checkout_id: z.string(),
  attempt_id: z.string(),
  not_before: z.int(),
  /**
   * `due`: its time has come. `resumed`: what it waited for is there (credits, the bank), so it runs
   * before its time. `trial`: it asks the bank even if the breaker is open.
   */
  cause: z.enum(["due", "resumed", "trial"]),
});

export type VerificationMessage = z.output<typeof verificationMessage>;
