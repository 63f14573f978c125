import * as z from "zod";
import {
  amount,
  appId,
  appIdText,
  flag,
  id,
  limit,
  list,
  page,
  text,
  timestamp,
} from "./common.ts";

/** Problems that need a person, one entry for each kind. */
export const issueGroup = z.object({
  object: z.literal("issue_group"),
  /** E.g. `delivery_failed`, `endpoint_disabled`, `provider_outage`, `parked_checkout`. */
  kind: z.string(),
  title: z.string(),
  /** What to do about it. */
  advice: z.string(),
  count: z.int().min(1),
  first_at: timestamp,
  last_at: timestamp,
  /** The objects concerned, newest first, at most 20. */
  objects: z.array(
    z.object({
      id: z.string(),
      app_id: appId.nullable(),
      detail: z.string().nullable(),
      at: timestamp,
      /** Where the object is a checkout. */
      checkout: z
        .object({
          amount,
          currency: z.string(),
          client_reference: z.string().nullable(),
          description: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
});
export const issueGroupList = list(issueGroup);
/** There are few kinds, so there is one page. */
export const listIssuesQuery = z.strictObject({ limit });

const day = z.iso.date();
/** Years of four digits on both sides of any range, so that days can be compared as texts. */
const askedDay = day.refine((text) => text.startsWith("2"), "must be in the years 2000 to 2999");

export const statsQuery = z.strictObject({
  /** First day, Addis Ababa time; default: 29 days before `to`. At most 366 days in all. */
  from: askedDay.optional(),
  /** Last day, included; default: today. */
  to: askedDay.optional(),
  app_id: appIdText.optional(),
  livemode: flag.optional().default(true),
});

const count = z.int().min(0);

/** Counts of one day; every day of the range is there, empty ones too. */
export const dayStats = z.object({
  day,
  created: count,
  verified: count,
  review: count,
  expired: count,
  canceled: count,
  rejected: count,
  failed_attempts: count,
  /** Seconds from creation to verification, added up over the verified checkouts. */
  verify_seconds_total: count,
  /** Money verified, by currency, in minor units. */
  amounts: z.record(z.string(), count),
  /** By the receipt's provider. */
  providers: z.record(z.string(), z.object({ verified: count, failed: count })),
});

export const stats = z.object({
  object: z.literal("stats"),
  livemode: z.boolean(),
  from: day,
  to: day,
  /** What happened later may not be counted yet: of an app with 2,000 events within 15 minutes. Null: everything is. */
  counted_until: timestamp.nullable(),
  days: z.array(dayStats),
});

export const listFailedRequestsQuery = z.strictObject({
  ...page,
  /** Default: requests of live keys. */
  livemode: flag.optional().default(true),
  /** A status such as `404`; anything else is part of a path, an error code or a request id, in any case. */
  search: text(200).optional(),
});

/** One request to the server API that failed. */
export const failedRequest = z.object({
  object: z.literal("failed_request"),
  /** As in the answer's `X-Request-Id`. */
  request_id: z.string(),
  livemode: z.boolean(),
  method: z.string(),
  /** Without the query. */
  path: z.string(),
  status: z.int(),
  /** The error code of the answer. */
  code: z.string(),
  detail: z.string().nullable(),
  key: z.object({
    id: id("key"),
    /** null for an account-wide key. */
    app_id: appId.nullable(),
    name: z.string().nullable(),
    last4: z.string().nullable(),
  }),
  created_at: timestamp,
});
export const failedRequestList = list(failedRequest);
