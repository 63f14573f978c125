import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Checkout, graceEndsAt } from "../../../lib/domain/checkout.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { ProviderId } from "../../../lib/domain/provider.ts";
import { methodWrite } from "../../../lib/store/payment-methods.ts";
import { transact } from "../../../lib/store/transact.ts";
import { approveCheckout } from "../../../lib/use-cases/verification/decisions.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import {
  open,
  payments,
  read,
  receiptOf,
  setUpVerification,
  submitted,
} from "../../support/verification.ts";

const START = Date.UTC(2026, 10, 20, 9);
const DAY_MS = 86_400_000;
/** Midnight in Addis Ababa, after the day of `START`. */
const MIDNIGHT = Date.UTC(2026, 10, 20, 21);
const ACCOUNT = { name: "Selam Coffee House", number: "1000123456789" };
const OTHER = { name: "Selam Coffee House", number: "1000987654321" };
const setup = setUpVerification();
let merchant: Merchant;
let made = 0;
const { decision, pay } = payments(
  "DKU",
  () => setup.table,
  () => merchant,
);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  merchant = await createMerchant(setup.table, { credits: 10, accounts: { cbe: ACCOUNT } });
});
afterEach(() => vi.useRealTimers());

const number = () => `FT26324${String(++made).padStart(5, "A")}`;
const link = () => `v2-opaque${++made}`;

/** CBE does not answer until the end, so that a person must decide. */
async function unread(reference: string, amount = 150_000) {
  return unreadAt(await open(merchant, { amount }), reference);
}

/** @param datedOn start of the day that the reference names, ms */
async function unreadAt(
  paid: Checkout,
  reference: string,
  { provider = "cbe" as ProviderId, datedOn = null as number | null } = {},
) {
  const before = Date.now();
  const { attempt, checkout: listed } = await submitted(paid, reference, provider);
  const lookup = { ...attempt.lookup, datedOn };
  const state = { checkout: listed, attempt: { ...attempt, lookup } };
  vi.setSystemTime(graceEndsAt(state.checkout));
  const { checkout } = await settleAttempt(state, { kind: "unavailable", why: "no connection" });
  vi.setSystemTime(before);
  expect(checkout).toMatchObject({ status: "review", review: { reason: "provider_unavailable" } });
  return checkout;
}
const exceptionsOf = ({ payments }: Checkout) => payments.at(-1)?.exceptions;
const doubtsOf = async (reference: string, amount?: number) =>
  exceptionsOf(await unread(reference, amount));

it("a payment that nobody could read was not paid on the day in its number", async () => {
  const { payments } = await unreadAt(await open(merchant), number(), {
    datedOn: MIDNIGHT - DAY_MS,
  });
  expect(payments).toMatchObject([{ paidAt: null }]);
});

describe("of two payments that nobody could read, the second", () => {
  it.each([
    ["a number", number, "a link", link],
    ["a link", link, "a number", number],
  ])("is shown as a possible duplicate after %s if it is %s", async (_, first, _other, second) => {
    expect(await doubtsOf(first())).toEqual([]);
    expect(await doubtsOf(second())).toEqual(["possible_duplicate"]);
  });

  it("is so after the first was approved, and its own approval is still a person's decision", async () => {
    await approveCheckout(decision(await unread(number())));
    const checkout = await unread(link());
    expect(checkout.payments).toMatchObject([{ exceptions: ["possible_duplicate"] }]);
    expect(await approveCheckout(decision(checkout))).toMatchObject({ status: "verified" });
  });

  it("is so if it is a number of another bank, from which the money may have come", async () => {
    expect(await doubtsOf(number())).toEqual([]);
    const sent = await unreadAt(await open(merchant), "DKU7A7B9XZ", { provider: "telebirr" });
    expect(exceptionsOf(sent)).toEqual(["possible_duplicate"]);
  });

  it("is so on another day if its number names the day of the first", async () => {
    expect(await doubtsOf(link())).toEqual([]);
    vi.setSystemTime(START + 3 * DAY_MS);
    const late = await unreadAt(await open(merchant), number(), { datedOn: MIDNIGHT - DAY_MS });
    expect(exceptionsOf(late)).toEqual(["possible_duplicate"]);
  });

  it("is not if both were entered at one checkout, which is verified once", async () => {
    expect(exceptionsOf(await unreadAt(await unread(link()), number()))).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["two numbers, which are two transfers", () => doubtsOf(number())],
    ["another amount", () => doubtsOf(link(), 150_001)],
    [
      "another day",
      () => {
        vi.setSystemTime(START + 3 * DAY_MS);
        return doubtsOf(link());
      },
    ],
    [
      "one of another bank at an app with other accounts",
      async () => {
        const accounts = { telebirr: { name: OTHER.name, number: "251900000001" } };
        const app = await createMerchant(setup.table, { accountId: merchant.accountId, accounts });
        return exceptionsOf(
          await unreadAt(await open(app), "DKU7A7B9XY", { provider: "telebirr" }),
        );
      },
    ],
  ])("is not with %s", async (_, second) => {
    expect(await doubtsOf(number())).toEqual([]);
    expect(await second()).toEqual([]);
  });
});

interface Reading {
  readonly to?: typeof ACCOUNT;
  /** The bank whose link or number is entered. */
  readonly at?: ProviderId;
  readonly by?: ProviderId;
  /** As entered; else the number. */
  readonly entered?: string;
}

/** CBE, or the payer's bank, shows the receipt of a payment into the shop's account. */
async function readAt(
  checkout: Checkout,
  { to = ACCOUNT, by = "cbe", at = "cbe", entered }: Reading = {},
) {
  const receiver = { institution: "cbe", name: to.name, account: to.number } as const;
  const receipt = receiptOf(number(), { provider: by, receiver });
  const { reference } = receipt;
  const state = await submitted(checkout, entered ?? reference, entered === undefined ? by : at);
  return (await settleAttempt(state, { kind: "receipt", receipt })).checkout;
}
const readNew = async (how?: Reading) => readAt(await open(merchant), how);

describe("a payment that nobody could read", () => {
  it.each([
    ["waits in review", unread],
    ["was approved", async (link: string) => approveCheckout(decision(await unread(link)))],
  ])(
    "by its link stops a number that is read later from counting while it %s",
    async (_, first) => {
      await first(link());
      const checkout = await readNew();
      expect(checkout).toMatchObject({
        status: "review",
        payments: [{ state: "doubtful", reason: "possible_duplicate" }],
      });
    },
  );

  it("is shown as a possible duplicate by its link after a number was read", async () => {
    expect(await readNew()).toMatchObject({ status: "verified" });
    expect(await doubtsOf(link())).toEqual(["possible_duplicate"]);
  });

  it("by its number is compared with the receipt of the wallet that the money came from, in both orders", async () => {
    await unread(number());
    expect(await readNew({ by: "telebirr" })).toMatchObject({ status: "review" });
    const amount = 150_100;
    const paid = await open(merchant, { amount });
    const receiver = { institution: "cbe", name: ACCOUNT.name, account: ACCOUNT.number } as const;
    await pay(paid, receiptOf("DKU0000001", { amountMinor: amount, receiver }));
    expect(await read(paid.id)).toMatchObject({ status: "verified" });
    expect(await doubtsOf(number(), amount)).toEqual(["possible_duplicate"]);
  });

  it("by a wallet's number is compared with the receipt of the bank that the money went to, in both orders", async () => {
    const unreadWallet = async (reference: string, amount: number) =>
      unreadAt(await open(merchant, { amount }), reference, { provider: "telebirr" });
    await approveCheckout(decision(await unreadWallet("DKU0000002", 150_000)));
    expect(await readNew()).toMatchObject({
      ...{ status: "review", payments: [{ reason: "possible_duplicate" }] },
    });
    const amount = 150_100;
    const paid = await open(merchant, { amount });
    const receiver = { institution: "cbe", name: ACCOUNT.name, account: ACCOUNT.number } as const;
    await pay(paid, receiptOf(number(), { provider: "cbe", amountMinor: amount, receiver }));
    const checkout = await unreadWallet("DKU0000003", amount);
    expect(exceptionsOf(checkout)).toEqual(["possible_duplicate"]);
  });

  it("by its link is compared with the day before, if its checkout is so old", async () => {
    const old = await open(merchant, { expires_in: 86_400 });
    await readNew();
    vi.setSystemTime(MIDNIGHT);
    expect(await doubtsOf(link())).toEqual([]);
    expect(exceptionsOf(await unreadAt(old, link()))).toEqual(["possible_duplicate"]);
  });

  it("by its link stops one that another bank's link names, and that went to the same account", async () => {
    await unread(link());
    const other = { at: "boa", by: "boa", entered: "opaque-of-boa" } as const;
    expect(await readNew(other)).toMatchObject({ status: "review" });
  });

  it.each<[string, readonly ProviderId[]]>([
    ["four at other banks", ["telebirr", "awash", "boa", "dashen"]],
    ["nineteen at its bank, in one transaction", Array.from({ length: 19 }, () => "cbe")],
  ])("is compared for a shop with further accounts: %s", async (_, providers) => {
    const writes = providers.map((provider, index) =>
      methodWrite({
        ...{ appId: merchant.appId, accountId: merchant.accountId, createdAt: START, provider },
        ...{ id: newId("pm_", START, randomBytes(10)), position: index - 20, enabled: true },
        ...{ accountName: OTHER.name, accountNumber: `10009876500${index + 10}` },
        ...{ label: null, instructions: null },
      }),
    );
    expect((await transact(setup.table, writes)).committed).toBe(true);
    const old = await open(merchant, { expires_in: 86_400 });
    vi.setSystemTime(MIDNIGHT);
    await unreadAt(old, link());
    const to = { name: OTHER.name, number: "1000987650010" };
    const [first] = providers;
    expect(await readNew(first === "cbe" ? { to } : {})).toMatchObject({ status: "review" });
  });

  it("because only people read such receipts leaves no mark", async () => {
    const slip = await submitted(await open(merchant), link(), "cbe");
    expect((await settleAttempt(slip, { kind: "manual" })).checkout.status).toBe("review");
    expect(await readNew()).toMatchObject({ status: "verified" });
  });

  it.each<[string, string, Reading]>([
    ["another link", link(), { entered: link() }],
    ["another number", number(), {}],
    ["a payment into another account", link(), { to: OTHER }],
  ])("casts no doubt on %s that is read", async (_, first, how) => {
    const all = await createMerchant(setup.table, {
      ...{ credits: 1, accountId: merchant.accountId, accounts: { cbe: how.to ?? ACCOUNT } },
    });
    await unread(first);
    expect(await readAt(await open(all), how)).toMatchObject({ status: "verified" });
  });

  it("ends its own checkout's review when the number is read there, also beside others of that day", async () => {
    const own = await unread(link());
    expect(await readAt(own)).toMatchObject({ status: "verified" });
    expect(await readNew({ entered: link() })).toMatchObject({ status: "verified" });
    expect(await readNew()).toMatchObject({ status: "review" });
  });
});
