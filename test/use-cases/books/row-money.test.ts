import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addDays, dayOf } from "../../../lib/contract/days.ts";
import { compareStatementBody } from "../../../lib/contract/schemas/books.ts";
import { createCheckoutBody } from "../../../lib/contract/schemas/checkout.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import type { LookupResult } from "../../../lib/providers/adapter.ts";
import { getStatementDetails } from "../../../lib/store/books.ts";
import { methodWrite } from "../../../lib/store/payment-methods.ts";
import { transact } from "../../../lib/store/transact.ts";
import { compare } from "../../../lib/use-cases/books/compare.ts";
import { createCheckout } from "../../../lib/use-cases/checkouts/create.ts";
import { approveCheckout } from "../../../lib/use-cases/verification/decisions.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { type BooksSetup, openBooks } from "../../support/filled-tables.ts";
import { createMerchant, SHOP } from "../../support/merchant.ts";
import { createUser } from "../../support/users.ts";
import { open, read, receiptOf, submitted } from "../../support/verification.ts";

// Which payments may be the money of a row of 500 in the statement of the shop's first wallet, so that it is not sold.

const DAY_MS = 86_400_000;
const WALLET = { name: SHOP.name, number: "251922000009" };
const BANK = { name: SHOP.name, number: "1000123456789" };
const UNREAD: LookupResult = { kind: "manual" };
const HELD = "nobody has decided about";

let books: BooksSetup;
let count = 0;

beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.engine.stop());
beforeEach(async () => {
  const { table } = books.engine;
  books.shop = await createMerchant(table, { accounts: { telebirr: SHOP, cbe: BANK } });
  books.user = await createUser(table, books.shop.accountId);
});

const newReference = () => `DKS${String(++count).padStart(7, "0")}`;

async function settled(checkout: Checkout, result: LookupResult, reference = newReference()) {
  const provider = result.kind === "receipt" ? result.receipt.provider : "telebirr";
  return (await settleAttempt(await submitted(checkout, reference, provider), result)).checkout;
}

/** The checkout gets a payment of the row's amount, unless `changes` say otherwise. */
async function part(checkout: Checkout, changes: Parameters<typeof receiptOf>[1] = {}) {
  const reference = newReference();
  const receipt = receiptOf(reference, { amountMinor: 500, ...changes });
  return settled(checkout, { kind: "receipt", receipt }, reference);
}

async function compareRows(...changes: readonly object[]) {
  const rows = changes.map((change, index) => ({
    ...{ line: index + 1, amount: 500, direction: "in", text: "Transfer", date: dayOf(Date.now()) },
    ...change,
  }));
  const body = { provider: "telebirr", account_number: SHOP.number, rows };
  const { statement } = await compare(books.user, compareStatementBody.parse(body), Date.now());
  const { table } = books.engine;
  const found = await getStatementDetails(table, books.user.accountId, statement.id, Date.now());
  const unknown = found.points.filter(({ kind }) => kind === "unknown").map(({ id }) => id);
  return { id: statement.id, unknown };
}

/** What selling the only row without a payment answers: a status, or why it is refused. */
async function sold({ id, unknown }: Awaited<ReturnType<typeof compareRows>>) {
  expect(unknown).toHaveLength(1);
  const body = { point: unknown[0], app_id: books.shop.appId, note: "Paid at the counter" };
  const answer = await books.call("sellPoint", { params: { id }, body });
  return answer.status === 201 ? 201 : answer.body.detail;
}

it.each<[string, () => Promise<unknown>, object]>([
  [
    "a part that another wallet of the shop received",
    async () => {
      const { accountId, appId } = books.shop;
      const method = { id: "pm_01m8e0000000000000000000000", appId, accountId };
      const account = { accountName: WALLET.name, accountNumber: WALLET.number };
      const shown = { label: null, instructions: null, enabled: true, position: 9, createdAt: 1 };
      const write = methodWrite({ ...method, provider: "telebirr", ...account, ...shown });
      await transact(books.engine.table, [write]);
      const receiver = { institution: "telebirr", name: WALLET.name, account: WALLET.number };
      const checkout = await part(await open(books.shop, { amount: 700 }), {
        receiver: { ...receiver, institution: "telebirr" },
      });
      expect(checkout.payments).toMatchObject([{ methodId: method.id }]);
    },
    {},
  ],
  [
    "a payment that nobody could read of a checkout that is not paid into the wallet",
    async () => {
      const only = { payment_methods: [books.shop.methodIds.cbe] };
      await settled(await open(books.shop, { amount: 500, ...only }), UNREAD);
    },
    {},
  ],
  [
    "a payment that nobody could read of a checkout that began days after the row",
    async () => settled(await open(books.shop, { amount: 500 }), UNREAD),
    { date: addDays(dayOf(Date.now()), -4) },
  ],
])("%s is other money", async (_, given, row) => {
  await given();
  expect(await sold(await compareRows(row))).toBe(201);
});

it("the payment of an equal row, which the comparison found, is other money", async () => {
  const checkout = await part(await open(books.shop, { amount: 500 }));
  expect(checkout.status).toBe("verified");
  const reference = checkout.payments[0]?.reference;
  expect(await sold(await compareRows({ reference }, {}))).toBe(201);
});

it.each<[string, () => Promise<unknown>, object]>([
  [
    "one of a checkout's parts",
    async () => {
      const checkout = await part(await open(books.shop, { amount: 900 }), { amountMinor: 100 });
      await part(checkout);
    },
    {},
  ],
  [
    "a part of a checkout that has been open for a week",
    async () => {
      const { accountId, appId } = books.shop;
      const week = createCheckoutBody.parse({ amount: 700, expires_in: 604_800 });
      const at = Date.now() - 6.99 * DAY_MS;
      const wish = { accountId, appId, mode: "live", now: at } as const;
      await part(await createCheckout({ ...wish, body: week, alongside: () => [] }));
    },
    {},
  ],
  [
    "a part by a wallet's receipt, where the row has a bank's number,",
    async () => part(await open(books.shop, { amount: 700 })),
    { reference: "FT26320SALE7" },
  ],
  [
    "a payment that nobody could read, of the evening before",
    async () => settled(await open(books.shop, { amount: 500 }), UNREAD),
    { date: addDays(dayOf(Date.now()), -1) },
  ],
])("%s may be the row's money", async (_, given, row) => {
  await given();
  expect(await sold(await compareRows(row))).toContain(HELD);
});

it("a payment without a day that a person has approved since may be the row's money", async () => {
  const { id } = await settled(await open(books.shop, { amount: 500 }), UNREAD);
  const rows = await compareRows({});
  const { sequence } = await read(id);
  const decision = { by: books.user.userId, reason: "Seen", sequence, now: Date.now() };
  await approveCheckout({ load: () => read(id), ...decision, alongside: () => [] });
  expect(await sold(rows)).toContain("compare the statement again");
});
