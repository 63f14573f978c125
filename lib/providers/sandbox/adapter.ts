import type { Receipt } from "../../domain/receipt.ts";
import type { Adapter, Lookup, LookupContext, LookupResult, ReceivingAccount } from "../adapter.ts";
import { bareReference, type Recognition } from "../input/pasted-text.ts";
import { sandboxFacts } from "./facts.ts";

const { shape: SHAPE } = sandboxFacts.reference;
const VERSION = "sandbox/2";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Test references: deterministic answers without a network, judged by the same rules as a bank's. */
export const sandbox: Adapter = {
  id: "sandbox",
  parserVersion: VERSION,
  hosts: {},
  recognize,
  requests: () => [],
  read: async () => ({ kind: "unreadable", why: "the sandbox has no pages" }),
  answer,
  canary: null,
};

function recognize(input: string): readonly Recognition[] {
  const reference = bareReference(input, SHAPE);
  if (reference === null) return [];
  const variant = SHAPE.exec(reference)?.[1]?.toLowerCase() ?? "";
  const lookup = { provider: "sandbox", reference, variant, parts: {}, datedOn: null } as const;
  return [{ lookup, certainty: "exact" }];
}

function answer(lookup: Lookup, context: LookupContext): LookupResult {
  const institution = receivingAccount(context)?.provider ?? "sandbox";
  const { amountMinor, dueMinor, createdAt } = context.expected;
  switch (lookup.variant) {
    case "ok":
      return receipt(lookup, context, {});
    case "under":
      return receipt(lookup, context, { amountMinor: dueMinor - 1 });
    case "over":
      return receipt(lookup, context, { amountMinor: dueMinor + 1 });
    case "part":
      return receipt(lookup, context, { amountMinor: Math.ceil(amountMinor / 2) });
    case "wrong":
      return receipt(lookup, context, {
        receiver: { institution, account: "9900000000000", name: "Somebody Else" },
      });
    case "old":
      return receipt(lookup, context, { paidAt: createdAt - 7 * DAY_MS });
    case "late":
      return paidLate(lookup, context);
    case "review":
      return receipt(lookup, context, { receiver: { institution, account: null, name: null } });
    case "dup":
      return { ...receipt(lookup, context, {}), assume: "possible_duplicate" };
    case "credits":
      return { ...receipt(lookup, context, {}), assume: "no_credits" };
    case "slow":
      if (context.tries > 0) return receipt(lookup, context, {});
      return { kind: "unavailable", why: "the sandbox is slow for the first try" };
    case "down":
      return { kind: "unavailable", why: "the sandbox is down" };
    case "none":
      return { kind: "not_found" };
    default:
      return { kind: "unreadable", why: "not a sandbox reference" };
  }
}

/** An hour after the expiry: read at that moment, since no receipt may come from the future. */
function paidLate(lookup: Lookup, context: LookupContext): LookupResult {
  const now = Math.max(context.expected.expiresAt, context.now) + HOUR_MS;
  return receipt(lookup, { ...context, now }, {});
}

/** Paid at this moment, exactly what is due, unless `changes` say otherwise. */
function receipt(
  lookup: Lookup,
  context: LookupContext,
  changes: Partial<Receipt>,
): Extract<LookupResult, { kind: "receipt" }> {
  const account = receivingAccount(context);
  const { dueMinor, currency } = context.expected;
  return {
    kind: "receipt",
    receipt: {
      provider: "sandbox",
      reference: lookup.reference,
      aliases: [],
      status: "completed",
      amountMinor: dueMinor,
      currency,
      receiver: {
        institution: account?.provider ?? "sandbox",
        name: account?.accountName ?? null,
        account: account?.accountNumber ?? null,
      },
      payer: { name: "Test Payer", account: "2519****0000" },
      paidAt: context.now,
      dateOnly: false,
      source: {
        urlHost: "sandbox.invalid",
        bodySha256: "0".repeat(64),
        fetchedAt: context.now,
        parserVersion: VERSION,
      },
      ...changes,
    },
  };
}

function receivingAccount(context: LookupContext): ReceivingAccount | null {
  const { accounts } = context;
  return accounts.find((one) => one.provider === "sandbox") ?? accounts[0] ?? null;
}
