import * as z from "zod";
import { HEADER_NAME, HEADER_VALUE } from "../../domain/keys.ts";
import { isCurrency } from "../../domain/money.ts";
import { PROVIDERS } from "../../domain/provider.ts";
import { printTime, requireTime } from "../reading/dates.ts";
import { httpFacts } from "./facts.ts";

const pointer = z
  .string()
  .max(200)
  .regex(/^(?:\/(?:[^~/]|~[01])*)+$/, "must be a JSON pointer (RFC 6901)");
const words = z.array(z.string().trim().min(1).max(60)).max(20);

/** How the reference is built; alphabets are named, since a pattern from outside could hang. */
const referenceSchema = z
  .strictObject({
    prefix: z
      .string()
      .regex(/^[A-Za-z0-9-]{0,20}$/)
      .default(""),
    /** Lengths without the prefix. */
    minLength: z.int().min(3).max(64),
    maxLength: z.int().min(3).max(64),
    alphabet: z.enum(["digits", "upper_alphanumeric", "case_sensitive_token"]),
  })
  .refine(({ minLength, maxLength }) => minLength <= maxLength, {
    path: ["maxLength"],
    message: "must be at least `minLength`",
  });

const statusesSchema = z
  .strictObject({
    completed: words.min(1),
    pending: words.default([]),
    reversed: words.default([]),
    failed: words.default([]),
  })
  .refine((lists) => {
    const all = Object.values(lists).flat();
    return new Set(all).size === all.length;
  }, "must not name a word twice");

/** 23 November 2031, 15:45 in Addis Ababa: no part is what luxon assumes where the format lacks it. */
const EXAMPLE = Date.UTC(2031, 10, 23, 12, 45);
/** The start of that day. */
const EXAMPLE_DAY = Date.UTC(2031, 10, 22, 21);

/** Whether a date and its time, if the format has one, can be read back. A format without a year cannot. */
function canBeRead(format: string): boolean {
  if (format === "rfc3339") return true;
  try {
    const { at, dateOnly } = requireTime(printTime(EXAMPLE, format), [format]);
    return at === (dateOnly ? EXAMPLE_DAY : EXAMPLE);
  } catch {
    // Luxon throws for units that contradict each other, too.
    return false;
  }
}

const byStatus = z.strictObject({ status: z.int().min(400).max(499) });
const byValue = z.strictObject({
  status: z.int().min(200).max(499),
  pointer,
  equals: z.string().min(1).max(200),
});

/**
 * One bank or gateway that answers JSON. There is no HTML here: a configured scraper cannot fail closed. Every pointer
 * that is given must lead to a value, or the answer is unreadable; only receiver and payer may be missing.
 */
export const httpProviderSchema = z.strictObject({
  baseUrl: z.url({ protocol: /^https$/ }),
  timeoutMs: z.int().min(500).max(30_000).default(10_000),
  /** Absolute path with `{reference}` once, e.g. `/v1/receipts/{reference}`. */
  path: z
    .string()
    .max(300)
    .regex(/^\/[^\s{}#\\]*\{reference\}[^\s{}#\\]*$/, "must be a path with {reference} once"),
  headers: z.record(z.string().regex(HEADER_NAME), z.string().regex(HEADER_VALUE)).default({}),
  reference: referenceSchema,
  /** Which institution holds the receiving accounts; the merchant's accounts must be of this one. */
  institution: z.enum(PROVIDERS).exclude(["sandbox"]).nullable().default("http"),
  fields: z.strictObject({
    reference: pointer,
    amount: pointer,
    status: pointer,
    paidAt: pointer,
    currency: pointer.optional(),
    receiverName: pointer.optional(),
    receiverAccount: pointer.optional(),
    payerName: pointer.optional(),
    payerAccount: pointer.optional(),
  }),
  /** Of the receipts, where `fields.currency` is not given. */
  currency: z.string().refine(isCurrency, "must be an ISO 4217 code").default("ETB"),
  amountFormat: z.enum(["minor_units", "decimal"]),
  /** `rfc3339` (with a zone), or a luxon format, read as Addis Ababa time. */
  dateFormat: z
    .string()
    .min(4)
    .max(60)
    .refine(
      canBeRead,
      "must be rfc3339, or a luxon format of a whole date such as yyyy-MM-dd HH:mm",
    ),
  statuses: statusesSchema,
  /** Exactly these answers mean "no such receipt". */
  notFound: z
    .array(z.union([byStatus, byValue]))
    .min(1)
    .max(10),
  /** A reference that cannot exist, for the daily canary. */
  canaryReference: z.string().regex(httpFacts.reference.shape).optional(),
});

export type HttpProviderConfig = z.output<typeof httpProviderSchema>;

/** Reads settings. A function, so that only stages that have such a provider build the schemas. */
export function parseHttpProvider(settings: unknown) {
  return httpProviderSchema.safeParse(settings);
}
