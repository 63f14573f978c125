import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addDays, dayOf } from "../../../lib/contract/days.ts";
import { createCheckoutBody } from "../../../lib/contract/schemas/checkout.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import type { ProviderId } from "../../../lib/domain/provider.ts";
import { MOST_RIVALS, type StatementPoint } from "../../../lib/domain/statement-points.ts";
import type { LookupResult } from "../../../lib/providers/adapter.ts";
import { getStatement, getStatementDetails, statementWrites } from "../../../lib/store/books.ts";
import { methodWrite } from "../../../lib/store/payment-methods.ts";
import { transact } from "../../../lib/store/transact.ts";
import { createCheckout } from "../../../lib/use-cases/checkouts/create.ts";
import { approveCheckout } from "../../../lib/use-cases/verification/decisions.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { type BooksSetup, openBooks, walletStatement } from "../../support/filled-tables.ts";
import { createMerchant, SHOP } from "../../support/merchant.ts";
import { createUser } from "../../support/users.ts";
import {
  accounts,
  beforeCalls,
  open,
  read,
  receiptOf,
  submitted,
} from "../../support/verification.ts";

// Which payments may be the money of a row of 500 in the statement of the shop's first wallet, so that it is not sold.

const DAY_MS = 86_400_000;
const WALLET = { name: SHOP.name, number: "251922000009" };
const BANK = { name: SHOP.name, number: "1000123456789" };
const UNREAD: LookupResult = { kind: "manual" };
const HELD = "nobody has decided about";
const WITHOUT_ROW = "has no row of its amount in this statement";

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

const { row, compareRows, unknownOf, sell } = walletStatement(() => books);

/** What selling the only row without a payment answers: a status, or why it is refused. */
async function sold(id: string) {
  const [point, ...others] = await unknownOf(id);
  expect(others).toEqual([]);
  const answer = await sell(id, point?.id);
  return answer.status === 201 ? 201 : answer.body.detail;
}

const SETTLED = { by: "usr_1", at: 1, note: "Reversed" };

/** Stores which payments the statement's unknown money may be, and other points: missing, of its amount, unsettled. */
async function setPoints(
  id: string,
  mayBe: readonly string[],
  others: readonly Partial<StatementPoint>[],
): Promise<void> {
  const { table } = books.engine;
  const { accountId } = books.user;
  const statement = await getStatement(table, accountId, id, Date.now());
  const [unknown] = await unknownOf(id);
  if (statement === null || !unknown) throw new Error("There is no statement.");
  const points = others.map((change, index): StatementPoint => {
    const base = { ...unknown, id: `missing ${index}`, kind: "missing" } as const;
    return { ...base, paid: unknown.booked, ...change };
  });
  const details = await getStatementDetails(table, accountId, id, Date.now());
  const after = { ...details, points: [...points, { ...unknown, mayBe }] };
  const next = { ...statement, version: statement.version + 1 };
  await transact(table, statementWrites(next, after, statement.version));
}

async function comparedRows(...changes: readonly object[]): Promise<string> {
  const rows = changes.map((change, index) => row({ line: index + 1, ...change }));
  return (await compareRows(rows)).statement.id;
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
])("%s is other money", async (_, given, change) => {
  await given();
  expect(await sold(await comparedRows(change))).toBe(201);
});

it("the payment of an equal row, which the comparison found, is other money", async () => {
  const checkout = await part(await open(books.shop, { amount: 500 }));
  expect(checkout.status).toBe("verified");
  const reference = checkout.payments[0]?.reference;
  expect(await sold(await comparedRows({ reference }, {}))).toBe(201);
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
])("%s may be the row's money", async (_, given, change) => {
  await given();
  expect(await sold(await comparedRows(change))).toContain(HELD);
});

it("a payment without a day that a person has approved since may be the row's money", async () => {
  const { id: paid } = await settled(await open(books.shop, { amount: 500 }), UNREAD);
  const id = await comparedRows({});
  const { sequence } = await read(paid);
  const decision = { by: books.user.userId, reason: "Seen", sequence, now: Date.now() };
  await approveCheckout({ load: () => read(paid), ...decision, alongside: () => [] });
  expect(await sold(id)).toContain("compare the statement again");
});

/** A customer pays 500 into the account of the statement, today. */
const pay = async (reference: string, provider: ProviderId = "telebirr", due = 500) => {
  const checkout = await open(books.shop, { amount: due });
  const receipt = receiptOf(reference, { provider, amountMinor: 500 });
  const state = await submitted(checkout, reference, provider);
  return (await settleAttempt(state, { kind: "receipt", receipt })).checkout;
};

const payRest = async (checkout: Checkout) => {
  const receipt = receiptOf("DKR1AB2CE2", { amountMinor: 200 });
  const state = await submitted(checkout, receipt.reference);
  return (await settleAttempt(state, { kind: "receipt", receipt })).checkout;
};

describe("the money of a row counts once:", () => {
  const compareRow = async (reference?: string) =>
    (await compareRows([row({ ...(reference && { reference }) })])).statement.id;

  it.each<[string, string | undefined, string, ProviderId]>([
    ["without a reference, any receipt", undefined, "DKR1AB2CD4", "telebirr"],
    ["with another bank's number, any receipt", "FT26320SALE9", "DKR1AB2CD4", "telebirr"],
    ["with the bank's number, another bank's receipt", "DKR1AB2CD3", "FT26320SALE9", "cbe"],
  ])("after the sale of a row %s of its amount and day may be a duplicate", async (_, ...given) => {
    const [reference, ...receipt] = given;
    const id = await compareRow(reference);
    expect((await sell(id, (await unknownOf(id))[0]?.id)).status).toBe(201);
    expect(await pay(...receipt)).toMatchObject({
      ...{ status: "review", payments: [{ exceptions: ["possible_duplicate"] }] },
    });
  });

  it("after the sale of a row, a receipt of the day before, which the bank booked later, may be a duplicate", async () => {
    const { id } = (await compareRows([row({ date: addDays(dayOf(Date.now()), 1) })])).statement;
    expect((await sell(id, (await unknownOf(id))[0]?.id)).status).toBe(201);
    expect(await pay("DKR1AB2CE6")).toMatchObject({
      ...{ status: "review", payments: [{ exceptions: ["possible_duplicate"] }] },
    });
  });

  it("another number of the same bank is another payment", async () => {
    const id = await compareRow("DKR1AB2CD3");
    await sell(id, (await unknownOf(id))[0]?.id);
    expect((await pay("DKR1AB2CD4")).status).toBe("verified");
  });

  it("no row is sold while a payment of its amount and day has come since the comparison", async () => {
    const id = await compareRow();
    const [point] = await unknownOf(id);
    expect((await pay("DKR1AB2CD5")).status).toBe("verified");
    expect((await sell(id, point?.id)).body).toMatchObject({
      ...{ status: 409, detail: expect.stringContaining("compare the statement again") },
    });
    await compareRows([row({ text: "Sales" })]);
    expect(await unknownOf(id)).toMatchObject([{ settled: null }]);
  });

  it.each<[string, number, number]>([
    ["pays a checkout", 500, 1],
    ["is a part of one", 700, 0],
  ])(
    "a row waits for a decision if such a payment %s while it is sold",
    async (_, due, credits) => {
      const id = await compareRow();
      const [point] = await unknownOf(id);
      let status = "";
      beforeCalls(async (call) => {
        if (call !== "TransactWriteItems" || status !== "") return;
        status = "paying";
        ({ status } = await pay("DKR1AB2CD7", "telebirr", due));
      });
      const { body } = await sell(id, point?.id);
      expect(status).toBe(due === 500 ? "verified" : "open");
      expect(body).toMatchObject({ status: 409, detail: expect.stringContaining("in review") });
      expect((await sell(id, point?.id)).body).toMatchObject({ status: 409 });
      expect(await unknownOf(id)).toMatchObject([{ settled: null }]);
      expect((await accounts(books.user.accountId)).balance.captured).toBe(credits);
    },
  );

  it("a part is also seen if its rest is paid while the sale looks for it", async () => {
    const id = await compareRow();
    const [point] = await unknownOf(id);
    let part: Checkout | undefined;
    beforeCalls(async (call, { IndexName }) => {
      if (call === "TransactWriteItems") part ??= await pay("DKR1AB2CE7", "telebirr", 700);
      if (IndexName === "gsi3" && part?.status === "open") part = await payRest(part);
    });
    expect((await sell(id, point?.id)).body.detail).toContain("in review");
    expect(part?.status).toBe("verified");
  });

  it("such payments are looked for with strongly consistent reads", async () => {
    const id = await compareRow();
    const [point] = await unknownOf(id);
    const lists: object[] = [];
    beforeCalls((_, input) => {
      if (String(input.FilterExpression).includes("#type IN")) lists.push(input);
    });
    expect((await sell(id, point?.id)).status).toBe(201);
    expect(lists).not.toEqual([]);
    for (const list of lists) expect(list).toMatchObject({ ConsistentRead: true });
  });

  it.each([
    ["another amount", { amount: 501 }],
    ["another day", { date: addDays(dayOf(Date.now()), -4) }],
  ])("a payment of %s since the comparison does not keep it from being sold", async (_, change) => {
    const { id } = (await compareRows([row(change)])).statement;
    expect((await pay("DKR1AB2CD6")).status).toBe("verified");
    expect((await sell(id, (await unknownOf(id))[0]?.id)).status).toBe(201);
  });

  const HIDDEN = { amountMinor: 500, receiver: { institution: null, account: null, name: null } };
  const REFUSED = { status: 409, detail: expect.stringContaining(HELD) };

  it("no row is sold while its money may be a part of a checkout that is not paid in full", async () => {
    const checkout = await pay("DKR1AB2CE1", "telebirr", 700);
    const id = await compareRow();
    const [point] = await unknownOf(id);
    expect((await sell(id, point?.id)).body).toMatchObject(REFUSED);
    expect((await payRest(checkout)).status).toBe("verified");
    expect((await sell(id, point?.id)).body.detail).toContain("compare the statement again");
    expect((await accounts(books.user.accountId)).balance.captured).toBe(1);
  });

  it.each<[string, LookupResult]>([
    ["that is in doubt", { kind: "receipt", receipt: receiptOf("DKR1AB2CE3", HIDDEN) }],
    ["that nobody could read", { kind: "manual" }],
  ])("no row is sold while a review may be about its money: a payment %s", async (_, result) => {
    const state = await submitted(await open(books.shop, { amount: 500 }), "DKR1AB2CE3");
    expect((await settleAttempt(state, result)).checkout.status).toBe("review");
    const id = await compareRow();
    const [point] = await unknownOf(id);
    expect((await sell(id, point?.id)).body).toMatchObject(REFUSED);
    expect(await unknownOf(id)).toMatchObject([{ settled: null }]);
  });

  it.each([
    ["another amount", { amount: 501 }],
    ["another day", { date: addDays(dayOf(Date.now()), -2) }],
    ["another number of the bank", { reference: "DKR1AB2CE5" }],
  ])("a part of %s does not keep a row from being sold", async (_, change) => {
    await pay("DKR1AB2CE4", "telebirr", 700);
    const { id } = (await compareRows([row(change)])).statement;
    expect((await sell(id, (await unknownOf(id))[0]?.id)).status).toBe(201);
  });

  it("no row with another kind of number is sold while a payment of its amount and day has no row, until that is settled", async () => {
    const receiver = { institution: "cbe", name: BANK.name, account: BANK.number } as const;
    for (const [reference, provider, amountMinor] of [
      ["FT26320SALE4", "cbe", 300],
      ["DKR1AB2CF1", "telebirr", 500],
    ] as const) {
      const checkout = await open(books.shop, { amount: amountMinor });
      const receipt = receiptOf(reference, { provider, amountMinor, receiver });
      expect((await settled(checkout, { kind: "receipt", receipt }, reference)).status).toBe(
        "verified",
      );
    }
    const rows = [
      row({ amount: 300, reference: "FT26320SALE4" }),
      row({ line: 2, reference: "FT26320SALE5" }),
    ];
    const account = { provider: "cbe", account_number: BANK.number };
    const { id } = (await compareRows(rows, account)).statement;
    expect(await sold(id)).toContain(WITHOUT_ROW);
    const { mayBe: [rival, ...others] = [] } = (await unknownOf(id))[0] ?? {};
    if (rival === undefined) throw new Error("The row has no rival.");
    expect(others).toEqual([]);
    // The other way that the refusal names, for a payment that is no point of this statement.
    await compareRows([row({ line: 9, reference: "DKR1AB2CF1" })], account);
    expect(await sold(id)).toContain("then this one again");
    await compareRows(rows, account);
    expect((await unknownOf(id))[0]?.mayBe).toBeUndefined();
    for (const point of [
      { payment: rival },
      { payment: "another", settled: SETTLED },
      { payment: rival, settled: SETTLED, kind: "reversed" },
    ] as const) {
      await setPoints(id, [rival], [point]);
      expect(await sold(id)).toContain(WITHOUT_ROW);
    }
    await setPoints(id, [rival], [{ payment: rival, settled: SETTLED, kind: "amounts_differ" }]);
    expect(await sold(id)).toBe(201);
  });

  it("no row is sold while more payments have no row than a comparison keeps for it, and one is not settled", async () => {
    const id = await compareRow();
    const rivals = Array.from({ length: MOST_RIVALS }, (_, index) => `co_${index} telebirr A1`);
    const settled = rivals.map((payment) => ({ payment, settled: SETTLED }));
    for (const kind of ["missing", "amounts_differ"] as const) {
      await setPoints(id, rivals, [...settled, { payment: "one more", kind }]);
      expect(await sold(id)).toContain(WITHOUT_ROW);
    }
    const unrelated = [
      { payment: "of another amount", paid: 501 },
      { payment: "reversed", kind: "reversed" },
    ] as const;
    await setPoints(id, rivals, [...settled, ...unrelated]);
    expect(await sold(id)).toBe(201);
    const other = await compareRow("FT26320SALE6");
    await setPoints(other, rivals.slice(1), [...settled, { payment: "no rival" }]);
    expect(await sold(other)).toBe(201);
  });

  it("another row of the same amount and day is sold too", async () => {
    const { id } = (await compareRows([row(), row({ line: 2 })])).statement;
    for (const { id: point } of await unknownOf(id))
      expect((await sell(id, point)).status).toBe(201);
  });
});
