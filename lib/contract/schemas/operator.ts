import * as z from "zod";
import { LEDGER_KINDS, MAX_CREDIT_SHARDS, MAX_CREDITS } from "../../domain/ledger.ts";
import { provider } from "./checkout.ts";
import { appId, cursor, id, list, optional, pattern, text, timestamp } from "./common.ts";
import { auditEntry } from "./login.ts";
import { suspension } from "./team.ts";

/** What the operator's console reads and writes. */

/** Why an operator does it; kept in the audit log. */
const reason = text(300, 3);

/** The state of a bank as all functions share it. */
export const bank = z.object({
  provider,
  object: z.literal("bank"),
  /** By the service's configuration. */
  enabled: z.boolean(),
  /** By an operator; null unless switched off. */
  switched_off: z.object({ at: timestamp, reason: z.string() }).nullable(),
  /** As everyone sees it. */
  status: z.enum(["up", "degraded", "down"]),
  since: timestamp.nullable(),
  last_checked_at: timestamp.nullable(),
  /** Why it is not up; null while it is. */
  cause: z.enum(["no_answer", "bad_answer", "unreadable", "canary_failed"]).nullable(),
  /** The last lookup of a receipt that cannot exist; null before the first one, and for a bank without one. */
  canary: z
    .object({
      result: z.enum(["passed", "no_answer", "bad_answer", "unreadable", "contradicted"]),
      at: timestamp,
    })
    .nullable(),
  /** Pages of the last 14 days that could not be read, newest first, at most one an hour. */
  unreadable: z.array(
    z.object({
      at: timestamp,
      /** The label or rule that failed. */
      why: z.string(),
      /** The page with names and numbers masked; null for one that is no text. */
      text: z.string().nullable(),
    }),
  ),
});
export const bankList = list(bank);
export const bankParams = z.strictObject({ provider });
export const switchBankBody = z.strictObject({ enabled: z.boolean(), reason });

export const accountOwner = z.object({
  id: id("usr"),
  name: z.string().nullable(),
  /** Masked. */
  phone: z.string().nullable(),
  telegram_username: z.string().nullable(),
});

/** How an operator recognizes an account. */
export const foundAccount = z.object({
  id: id("acc"),
  object: z.literal("found_account"),
  /** Newest first. */
  app_names: z.array(z.string()),
  /** The user for whom it was made; null if they are gone. */
  owner: accountOwner.nullable(),
  created_at: timestamp,
  closed_at: timestamp.nullable(),
  /** Null while it is not suspended. */
  suspended: suspension.nullable(),
});
export const foundAccountList = list(foundAccount);
export const findAccountsQuery = z.strictObject({
  /** An account's id, a phone number, or a part of the name of an app or owner. */
  search: text(100),
  cursor: cursor.optional(),
});

/** An account as an operator sees it: nothing of its customers and payments. */
export const inspectedAccount = foundAccount.extend({
  object: z.literal("inspected_account"),
  apps: z.array(z.object({ app_id: appId, name: z.string() })),
  /** Since when pay pages do not all follow a suspension or its end yet; null once they do. */
  pages_behind_since: timestamp.nullable(),
  members: z.int().min(0),
  credits: z.object({
    available: z.int().min(0),
    granted: z.int().min(0),
    captured: z.int().min(0),
  }),
  limits: z.object({
    /** Parts of its balance: each takes about 50 payments a second. */
    balance_shards: z.int().min(1).max(MAX_CREDIT_SHARDS),
    /** The owner's own, minor units of `currency`; null: none. */
    approval_limit: z.int().min(0).nullable(),
    /** The service's own currency. */
    currency: z.string(),
  }),
  /** Newest first, at most 20. */
  ledger: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(LEDGER_KINDS),
      /** Negative if it lowers the balance. */
      credits: z.int(),
      source: z.string(),
      note: z.string().nullable(),
      created_at: timestamp,
    }),
  ),
  /** Newest first, at most 20. */
  audit: z.array(auditEntry),
});
export const inspectedParams = z.strictObject({ id: id("acc") });
export const changeCreditsBody = z.strictObject({
  /** Positive: grants. Negative: takes back. */
  credits: z
    .int()
    .min(-MAX_CREDITS)
    .max(MAX_CREDITS)
    .refine((count) => count !== 0, "must not be 0"),
  /** The same reference counts once in 31 days, so that a repeated request is harmless. */
  reference: optional(text(100)),
  reason,
});
export const changeLimitsBody = z.strictObject({
  balance_shards: z.int().min(1).max(MAX_CREDIT_SHARDS),
  reason,
});
export const suspendAccountBody = z.strictObject({
  /** False lifts the suspension. */
  suspended: z.boolean(),
  /** Members of the account can read it. */
  reason,
});
export const endAccountBody = z.strictObject({ reason });

/** Every dead-letter queue. */
export const DEAD_QUEUES = [
  "verification-dead",
  "fan-out-dead",
  "delivery-dead",
  "delivery-slow-dead",
  "recovery-dead",
  "follow-up-dead",
  "notices-dead",
  "notifications-dead",
  "stream-dead",
  "schedules-dead",
  "bus-dead",
] as const;
const deadQueueName = z.enum(DEAD_QUEUES);

export const deadQueue = z.object({
  queue: deadQueueName,
  object: z.literal("dead_queue"),
  /** Approximate. */
  letters: z.int().min(0),
  /** Whether its letters can be sent back. */
  replayable: z.boolean(),
});
export const deadQueueList = list(deadQueue);
export const deadQueueParams = z.strictObject({ queue: deadQueueName });
export const deadLetter = z.object({
  id: z.string(),
  object: z.literal("dead_letter"),
  sent_at: timestamp,
  /** Everything is masked that a person may have written. */
  body: z.string(),
});
export const deadLetterList = list(deadLetter);
export const replayBody = z.strictObject({
  /** Of one letter; all of the queue without it. */
  id: optional(pattern(/^[\w-]{1,100}$/, "is not the id of a dead letter")),
  reason,
});
export const replayed = z.object({
  object: z.literal("replay"),
  /** How many were sent back. */
  letters: z.int().min(0),
});

export const smsCounts = z.object({
  login: z.int().min(0),
  invitation: z.int().min(0),
  notice: z.int().min(0),
  messages: z.int().min(0),
  /** What gateways charge for. */
  parts: z.int().min(0),
  /** Minor units; null where the configuration names no price. */
  cost: z.int().min(0).nullable(),
});

/** What the service says about itself. */
export const operations = z.object({
  object: z.literal("operations"),
  version: z.string(),
  stage: z.string(),
  /** Lambda's version of the function that answers; `$LATEST` where versions are not published. */
  function_version: z.string(),
  /** Of the functions that switch gradually, newest first; about the last ten. */
  releases: z.array(
    z.object({
      /** `withdrawing`: the traffic goes back to the version before. `unknown`: the end was never reported. */
      state: z.enum(["running", "succeeded", "withdrawing", "withdrawn", "failed", "unknown"]),
      /** Share of the requests that the new versions get until the end. */
      percent: z.int().min(1).max(100),
      started_at: timestamp,
      /** Null until all functions have ended. */
      ended_at: timestamp.nullable(),
      /** Names of the alarms that stopped it. */
      alarms: z.array(z.string()),
      functions: z.array(
        z.object({
          name: z.string(),
          /** Lambda's numbers of the versions. */
          from: z.string().nullable(),
          to: z.string().nullable(),
          state: z.enum(["running", "succeeded", "withdrawing", "withdrawn", "failed"]),
        }),
      ),
    }),
  ),
  /** Samples of the invariants, newest first, one for each of the last 31 days. */
  samples: z.array(
    z.object({
      at: timestamp,
      accounts: z.int().min(0),
      broken: z.int().min(0),
      /** At most 20. */
      faults: z.array(z.object({ account_id: z.string(), why: z.string() })),
    }),
  ),
  sms: z.object({
    currency: z.string(),
    today: smsCounts,
    month: smsCounts,
    /** Newest first, at most 31; days without an SMS are left out. */
    days: z.array(z.object({ day: z.iso.date(), messages: z.int().min(0), parts: z.int().min(0) })),
  }),
});
