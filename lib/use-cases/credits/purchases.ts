import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import * as z from "zod";
import { createCheckoutBody } from "../../contract/schemas/checkout.ts";
import type { ledgerEntry, purchase } from "../../contract/schemas/credits.ts";
import type { Checkout } from "../../domain/checkout.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import { instant } from "../../domain/instant.ts";
import { buyerOf, purchaseIdOf, readPurchase, writePurchase } from "../../domain/payment-link.ts";
import { now as clock, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { log } from "../../pipeline/log.ts";
import { type UserPrincipal, worksWith } from "../../pipeline/principal.ts";
import { hasUnsettled } from "../../store/checkout-lists.ts";
import { appsOfCheckouts } from "../../store/checkouts.ts";
import { shardKey } from "../../store/credit-shards.ts";
import { grantWrites, type LedgerRow } from "../../store/credits.ts";
import { transact, type Write } from "../../store/transact.ts";
import { holdWrite } from "../../store/users.ts";
import { createCheckout } from "../checkouts/create.ts";
import { presentPublicCheckout } from "../checkouts/present.ts";
import { audit } from "../events/audit.ts";

/** Long enough to visit a bank. */
const EXPIRES_IN_SECONDS = 86_400;

/** Price of one credit, in minor units; null if credits are not sold. */
export function priceOfCredit(): { readonly amount: number; readonly currency: string } | null {
  const { config, defaultCurrency } = environment();
  const { operatorAccountId, operatorAppId, creditPrice } = config;
  const isSold = operatorAccountId !== null && operatorAppId !== null;
  return isSold ? { amount: creditPrice, currency: defaultCurrency } : null;
}

interface Order {
  readonly accountId: string;
  readonly credits: number;
  readonly now: number;
  readonly alongside: (checkout: Checkout) => readonly Write[];
}

/**
 * Creates a checkout of the operator's app for the price of the credits. They are granted when it is verified.
 *
 * @throws ServiceError `not_found` if credits are not sold; `service_unavailable` if the operator's app can't
 * take payments
 */
export async function orderCredits({
  accountId,
  credits,
  now,
  alongside,
}: Order): Promise<Checkout> {
  const { operatorAccountId, operatorAppId } = environment().config;
  const price = priceOfCredit();
  if (operatorAccountId === null || operatorAppId === null || price === null) {
    throw notFound("sale of credits");
  }
  try {
    return await createCheckout({
      accountId: operatorAccountId,
      appId: operatorAppId,
      mode: "live",
      body: createCheckoutBody.parse({
        amount: credits * price.amount,
        currency: price.currency,
        description: `${credits} credits`,
        expires_in: EXPIRES_IN_SECONDS,
        metadata: { account_id: accountId, credits: String(credits) },
      }),
      now,
      purchaseId: writePurchase({ accountId, credits }),
      alongside: (checkout) => [
        // If the account closes at the same time, its payer would get nothing.
        holdWrite(accountId, clock()),
        ...alongside(checkout),
      ],
    });
  } catch (error) {
    if (!(error instanceof ServiceError) || !OPERATORS_FAULT.has(error.code)) throw error;
    log("error", "credits cannot be sold", { code: error.code });
    throw new ServiceError("service_unavailable", "Credits cannot be bought right now.", {
      retryAfterSeconds: 300,
    });
  }
}

/** Whether an account has ordered credits that can still be paid for, or whose payment is undecided. `now` in ms. */
export async function hasOpenPurchase(accountId: string, now: number): Promise<boolean> {
  const sold = purchasesOf(accountId);
  return sold !== null && hasUnsettled(table(), sold.filter, now, sold.keep);
}

/** How to find the checkouts by which an account buys credits; null if credits are not sold. */
function purchasesOf(buyer: string) {
  const { operatorAccountId: accountId, operatorAppId: appId } = environment().config;
  if (accountId === null) return null;
  const filter = { accountId, mode: "live", appId } as const;
  return { filter, keep: (checkout: Checkout) => buyerOf(checkout) === buyer };
}

/** Not the buyer's fault: the operator's app is deleted, or has no payment method or no credits, or its account is suspended. */
const OPERATORS_FAULT = new Set([
  ...["not_found", "insufficient_credits", "invalid_request", "account_suspended"],
]);

/** A verified checkout that pays for credits. */
export interface PaidPurchase {
  readonly checkoutId: string;
  readonly purchaseId: string;
  readonly now: number;
}

/** Grants purchased credits. The ledger refuses a second grant, which makes it safe to repeat. */
export async function grantPurchase({ checkoutId, purchaseId, now }: PaidPurchase): Promise<void> {
  const purchase = readPurchase(purchaseId);
  if (!purchase) throw new Error("The purchase of a checkout is malformed.");
  const id = purchaseIdOf(checkoutId);
  const { accountId, credits } = purchase;
  await transact(table(), [
    ...grantWrites({
      id,
      accountId,
      kind: "grant",
      credits,
      source: id,
      note: null,
      createdAt: now,
    }),
    audit({ accountId, actor: "system" }, "credits.granted", id, now, String(credits)),
  ]);
}

const FIRST_SHARD_KEY = shardKey("", 0).sk;

const balance = z.object({
  sk: z.string(),
  accountId: z.string(),
  available: z.int(),
  granted: z.int(),
  captured: z.int(),
  shards: z.int().optional(),
});

/** A change of an account's balance or of one of its shards, from the table's stream. */
export interface BalanceChange {
  /** The same for every redelivery of the same record. */
  readonly recordId: string;
  readonly accountId: string;
  /** Whether the figures are of one of several shards, not of the balance. */
  readonly isShard: boolean;
  /** Available credits; 0 before the first grant. */
  readonly before: number;
  readonly after: number;
  readonly grantedBefore: number;
  readonly granted: number;
  readonly captured: number;
  /** Time of the write, ms, accurate to a second. */
  readonly at: number;
}

/** Reads a stream record; null for anything but a changed balance. */
export function balanceChange(record: DynamoDBRecord): BalanceChange | null {
  const { NewImage, OldImage, ApproximateCreationDateTime, SequenceNumber } = record.dynamodb ?? {};
  const after = balance.safeParse(image(NewImage));
  if (!after.success) return null;
  const before = balance.safeParse(image(OldImage));
  return {
    recordId: record.eventID ?? SequenceNumber ?? "",
    accountId: after.data.accountId,
    isShard: after.data.shards !== undefined || after.data.sk !== FIRST_SHARD_KEY,
    before: before.success ? before.data.available : 0,
    after: after.data.available,
    grantedBefore: before.success ? before.data.granted : 0,
    granted: after.data.granted,
    captured: after.data.captured,
    at: Math.round((ApproximateCreationDateTime ?? 0) * 1000),
  };
}

type Image = NonNullable<DynamoDBRecord["dynamodb"]>["NewImage"];

// Lambda's own types of attribute values and the SDK's differ in name only.
function image(values: Image): unknown {
  return values && unmarshall(values as Parameters<typeof unmarshall>[0]);
}

/**
 * Hides from a member with some apps which checkouts of other apps spent a credit; also of a checkout that no longer
 * exists. The entries and their credits stay: the balance is of the whole account, and they must add up to it.
 */
export async function hideOtherApps(
  principal: UserPrincipal,
  rows: readonly LedgerRow[],
): Promise<readonly LedgerRow[]> {
  if (principal.apps === null) return rows;
  const captures = rows.filter(({ kind }) => kind === "capture");
  const apps = await appsOfCheckouts(
    table(),
    captures.map(({ source }) => source),
  );
  return rows.map((row) =>
    row.kind !== "capture" || worksWith(principal, apps.get(row.source))
      ? row
      : { ...row, source: "other_app" },
  );
}

/** A ledger entry; negative if it lowers the balance. */
export function presentLedgerEntry(row: LedgerRow): z.output<typeof ledgerEntry> {
  return {
    id: row.id,
    object: "ledger_entry",
    kind: row.kind,
    credits: row.kind === "capture" ? -row.credits : row.credits,
    source: row.source,
    note: row.note,
    created_at: instant(row.createdAt),
  };
}

/** A purchase of credits with its checkout; `now` in ms. */
export function presentPurchase(
  checkout: Checkout,
  credits: number,
  now: number,
): z.output<typeof purchase> {
  return {
    id: purchaseIdOf(checkout.id),
    object: "purchase",
    credits,
    amount: checkout.amount,
    currency: checkout.currency,
    checkout: presentPublicCheckout(checkout, now),
  };
}
