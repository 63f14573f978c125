import * as z from "zod";
import { LEDGER_KINDS } from "../domain/ledger.ts";
import { PROVIDERS } from "../domain/provider.ts";

/** The attributes that `tableFaults` checks, of each kind of item; it ignores other items. */
export const checkedItem = z.discriminatedUnion("entity", [
  z.object({ entity: z.literal("account"), id: z.string(), closedAt: z.unknown() }),
  z.object({
    entity: z.literal("credits"),
    accountId: z.string(),
    shards: z.int().optional(),
    granted: z.int(),
    captured: z.int(),
    available: z.int(),
  }),
  z.object({
    entity: z.literal("ledger"),
    accountId: z.string(),
    kind: z.enum(LEDGER_KINDS),
    credits: z.int(),
    source: z.string(),
  }),
  z.object({ entity: z.literal("app"), accountId: z.string(), appId: z.int() }),
  z.object({
    entity: z.literal("checkout"),
    id: z.string(),
    accountId: z.string(),
    appId: z.int(),
    livemode: z.boolean(),
  }),
  z.object({
    entity: z.literal("checkout_state"),
    pk: z.string(),
    status: z.string(),
    eventIds: z.array(z.string()),
    pending: z.array(z.object({ id: z.string() })),
    amountReceived: z.int(),
    payments: z.array(
      z.object({
        state: z.string(),
        amount: z.int().nullable(),
        claims: z.array(z.string()),
      }),
    ),
  }),
  z.object({ entity: z.literal("attempt"), id: z.string(), settledAt: z.number().nullable() }),
  z.object({ entity: z.literal("claim"), pk: z.string(), checkoutId: z.string() }),
  z.object({ entity: z.enum(["event", "unrelayed_event"]), id: z.string(), body: z.unknown() }),
  z.object({
    entity: z.literal("method"),
    id: z.string(),
    accountId: z.string(),
    appId: z.int(),
    provider: z.enum(PROVIDERS),
    accountNumber: z.string(),
  }),
  z.object({ entity: z.literal("method_number"), sk: z.string(), methodId: z.string() }),
  z.object({
    entity: z.literal("delivery"),
    id: z.string(),
    eventId: z.string(),
    createdAt: z.number(),
  }),
]);
