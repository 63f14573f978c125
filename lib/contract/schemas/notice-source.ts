import * as z from "zod";
import { SOURCE_KINDS } from "../../domain/notice.ts";
import { provider } from "./checkout.ts";
import {
  appId,
  appIdText,
  atLeastOne,
  id,
  list,
  optional,
  optionalBody,
  page,
  passedText,
  pattern,
  text,
  timestamp,
  withDefault,
} from "./common.ts";

/** Sources of an app at most. */
export const MAX_SOURCES_PER_APP = 10;
/** Messages that a source may send a minute. */
export const NOTICES_PER_MINUTE = 120;
/** Bytes of the largest message of a phone. */
export const MAX_NOTICE_BYTES = 4_096;

const name = text(60).refine((value) => value.trim() === value, "must not begin or end in a space");

/** The key that the app on the phone made; without it, one is made here. */
const signingKey = optional(
  pattern(/^[\x21-\x7e]{8,128}$/, "must be 8 to 128 printable characters without spaces"),
);

export const sourceParams = z.strictObject({ id: id("nts") });

export const createSourceBody = z.strictObject({
  app_id: appId,
  name,
  kind: z.enum(SOURCE_KINDS),
  /** `sms_gateway` only: the signing key that the app on the phone shows. */
  signing_key: signingKey,
});
export type CreateSourceBody = z.output<typeof createSourceBody>;

export const updateSourceBody = atLeastOne(
  z.strictObject({
    name: name.optional(),
    /** A paused source refuses messages (409), and the phone keeps them for up to two days. */
    status: z.enum(["active", "paused"]).optional(),
  }),
);

export const rotateSourceBody = optionalBody(
  z.strictObject({
    signing_key: signingKey,
    /** Seconds that the old secret is accepted beside the new one: 0 to 7 days. */
    overlap_seconds: withDefault(z.int().min(0).max(604_800), 86_400),
  }),
);

export const listSourcesQuery = z.strictObject({ ...page, app_id: appIdText.optional() });

export const noticeSource = z.object({
  id: id("nts"),
  object: z.literal("notice_source"),
  app_id: appId,
  name: z.string(),
  kind: z.enum(SOURCE_KINDS),
  status: z.enum(["active", "paused"]),
  /** Where the phone sends messages; null for `paste`. */
  url: z.string().nullable(),
  health: z.object({
    /** `waiting`: nothing was heard yet. `silent`: nothing for 24 hours on working days. */
    state: z.enum(["waiting", "healthy", "silent"]),
    last_heard_at: timestamp.nullable(),
    /** The last message of a bank, ping or test; nothing is known of other messages. */
    last_message: z
      .object({
        kind: z.enum(["payment", "other_money", "unreadable", "ping", "test"]),
        provider: provider.nullable(),
      })
      .nullable(),
  }),
  /** Until then the secret before the last rotation is accepted too. */
  previous_secret_expires_at: timestamp.nullable(),
  created_at: timestamp,
});
export type NoticeSourceAnswer = z.output<typeof noticeSource>;
export const noticeSourceList = list(noticeSource);

/** Shown once; null in the replay of an earlier answer, and for `paste`. */
export const noticeSourceWithSecret = noticeSource.extend({ secret: z.string().nullable() });

/** What SMS Gateway for Android sends. Times are RFC 3339 with an offset. */
const gatewayMessage = z.object({
  event: text(100),
  payload: z
    .object({
      message: passedText().optional(),
      sender: passedText().nullish(),
      phoneNumber: passedText().nullish(),
      receivedAt: text(60).optional(),
    })
    .optional(),
});

/** Lenient: a time that cannot be read must not cost the message. */
const stamp = z.union([z.number(), passedText()]).nullish();

/** What our template makes other forwarders send. Times are ms or seconds since the epoch, or RFC 3339. */
const forwarderMessage = z.object({
  from: passedText(),
  text: passedText(),
  sentStamp: stamp,
  receivedStamp: stamp,
});

/** A message of a phone, in the form of its app. Other fields are ignored. */
export const forwardedBody = z.union([gatewayMessage, forwarderMessage]);
export type ForwardedBody = z.output<typeof forwardedBody>;

export const pasteNoticeBody = z.strictObject({
  /** The bank's sender id, as the phone shows it. */
  sender: text(40),
  /** The whole message. */
  text: text(1_600),
});

/** A message of a bank, as read. */
export const noticeAnswer = z.object({
  object: z.literal("notice"),
  /** `reversal`: it says that the payment `reference` was reversed. `ignored`: not about incoming money. */
  result: z.enum(["payment", "reversal", "other_money", "ignored", "unreadable"]),
  provider: provider.nullable(),
  amount: z.int().min(0).nullable(),
  currency: z.string().nullable(),
  payer_name: z.string().nullable(),
  reference: z.string().nullable(),
  paid_at: timestamp.nullable(),
});
export type NoticeAnswer = z.output<typeof noticeAnswer>;

/** Money that arrived, and that no checkout has. */
export const unmatchedNotice = z.object({
  object: z.literal("unmatched_notice"),
  provider,
  reference: z.string(),
  amount: z.int().min(1),
  currency: z.string(),
  payer_name: z.string().nullable(),
  /** When it was paid, as far as the message says. */
  paid_at: timestamp,
});
export const unmatchedNoticeList = list(unmatchedNotice);
/** A day of Addis Ababa; today by default. */
export const unmatchedQuery = z.strictObject({
  day: z.iso
    .date()
    .refine((value) => value.startsWith("2"), "must be in the years 2000 to 2999")
    .optional(),
});
export const sellNoticeBody = z.strictObject({
  app_id: appId,
  provider,
  reference: text(64),
});

export const unreadableNotice = z.object({
  id: z.string(),
  object: z.literal("unreadable_notice"),
  provider,
  /** Without the digits of balances. */
  text: z.string(),
  received_at: timestamp,
});
export const unreadableNoticeList = list(unreadableNotice);
export const listUnreadableQuery = z.strictObject(page);
