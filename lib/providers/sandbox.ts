import type { Receipt } from "../domain/receipt.ts";
import type { Adapter, Lookup, LookupContext, Reading, ReceivingAccount } from "./adapter.ts";
import { bareReference, type Recognition } from "./pasted-text.ts";

const SHAPE = /^TEST(OK|UNDER|OVER|WRONG|OLD|DOWN|SLOW|NONE)[A-Z0-9]{0,40}$/;
const VERSION = "sandbox/1";
const DAY_MS = 86_400_000;

/** Magic references for test mode: deterministic, without a network, through the same matching. */
export const sandbox: Adapter = {
  id: "sandbox",
  parserVersion: VERSION,
  hosts: {},
  recognise,
  requests: () => [],
  read: async () => ({ kind: "unreadable", why: "the sandbox has no pages" }),
  answer,
  canary: null,
};

function recognise(input: string): Recognition {
  const reference = bareReference(input, SHAPE);
  if (reference === null) return null;
  const variant = SHAPE.exec(reference)?.[1]?.toLowerCase() ?? "";
  const lookup = { provider: "sandbox", reference, variant, parts: {}, datedOn: null } as const;
  return { lookup, certainty: "exact" };
}

function answer(lookup: Lookup, context: LookupContext): Reading {
  const institution = receivingAccount(context)?.provider ?? "sandbox";
  switch (lookup.variant) {
    case "ok":
      return receipt(lookup, context, {});
    case "under":
      return receipt(lookup, context, { amountMinor: context.expected.amountMinor - 1 });
    case "over":
      return receipt(lookup, context, { amountMinor: context.expected.amountMinor + 1 });
    case "wrong":
      return receipt(lookup, context, {
        receiver: { institution, account: "9900000000000", name: "Somebody Else" },
      });
    case "old":
      return receipt(lookup, context, { paidAt: context.expected.createdAt - 7 * DAY_MS });
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

function receipt(lookup: Lookup, context: LookupContext, changes: Partial<Receipt>): Reading {
  const account = receivingAccount(context);
  const { amountMinor, currency, createdAt } = context.expected;
  return {
    kind: "receipt",
    receipt: {
      provider: "sandbox",
      reference: lookup.reference,
      aliases: [],
      status: "completed",
      amountMinor,
      currency,
      receiver: {
        institution: account?.provider ?? "sandbox",
        name: account?.accountName ?? null,
        account: account?.accountNumber ?? null,
      },
      payer: { name: "Test Payer", account: "2519****0000" },
      paidAt: createdAt,
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
