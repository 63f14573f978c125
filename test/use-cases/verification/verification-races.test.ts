import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AttemptState } from "../../../lib/domain/attempt.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { Receipt } from "../../../lib/domain/receipt.ts";
import { randomBytes, table } from "../../../lib/pipeline/deps.ts";
import { parkedAttempts } from "../../../lib/store/attempts.ts";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { getClaim } from "../../../lib/store/claims.ts";
import { cancelCheckout, expireCheckout } from "../../../lib/use-cases/checkouts/change.ts";
import { followBalance } from "../../../lib/use-cases/credits/follow-balance.ts";
import { resumeAttempt } from "../../../lib/use-cases/verification/resume.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { createMerchant, grantCredits, type Merchant, SHOP } from "../../support/merchant.ts";
import { LONG_TEST_MS } from "../../support/table.ts";
import {
  accounts,
  eventTypes,
  open,
  receiptOf,
  setUpVerification,
  stored,
  submitted,
  verify,
} from "../../support/verification.ts";

const verification = setUpVerification();
let merchant: Merchant;
let count = 0;

beforeEach(async () => {
  merchant = await createMerchant(verification.table, { credits: 1000 });
});

const reference = () => `DKR${String(++count).padStart(7, "0")}`;
const answer = (state: AttemptState, receipt: Receipt) =>
  settleAttempt(state, { kind: "receipt", receipt });
const tally = (values: readonly string[]) =>
  values.reduce<Record<string, number>>((all, value) => {
    all[value] = (all[value] ?? 0) + 1;
    return all;
  }, {});

describe("100 verifications at once with 1 credit", () => {
  it("verify one, park the others, and resume them after a grant", {
    timeout: LONG_TEST_MS,
  }, async () => {
    const poor = await createMerchant(verification.table, { credits: 1 });
    const states = await Promise.all(
      Array.from({ length: 100 }, async () => submitted(await open(poor), reference())),
    );

    const settled = await Promise.all(
      states.map((state) => answer(state, receiptOf(state.attempt.lookup.reference, {}))),
    );

    expect(tally(settled.map(({ attempt }) => attempt.outcome))).toEqual({
      matched: 1,
      insufficient_credits: 99,
    });
    const now = await Promise.all(settled.map(stored));
    expect(tally(now.map(({ checkout }) => checkout.status))).toEqual({ verified: 1, open: 99 });
    const empty = await accounts(poor.accountId);
    expect(empty.balance).toEqual({ granted: 1, captured: 1, available: 0 });
    expect(empty.ledger).toEqual(empty.balance);
    for (const { checkout } of now) {
      const types = await eventTypes(checkout);
      const expected = checkout.status === "verified" ? 1 : 0;
      expect(types.filter((type) => type === "checkout.verified")).toHaveLength(expected);
    }
    expect(await parkedAttempts(table(), poor.accountId, 200)).toHaveLength(99);

    await grant(poor, 60);
    await resumeAll(poor, 0, 60);

    const later = await Promise.all(settled.map(stored));
    expect(tally(later.map(({ checkout }) => checkout.status))).toEqual({ verified: 61, open: 39 });
    const spent = await accounts(poor.accountId);
    expect(spent.balance).toEqual({ granted: 61, captured: 61, available: 0 });
    expect(spent.ledger).toEqual(spent.balance);
  });

  async function grant(account: Merchant, credits: number): Promise<void> {
    const commit = await grantCredits(verification.table, {
      id: newId("led_", Date.now(), randomBytes(10)),
      accountId: account.accountId,
      kind: "grant",
      credits,
      source: "test",
      note: null,
      createdAt: Date.now(),
    });
    expect(commit.committed).toBe(true);
  }

  /** As the stream and the queue do it after a change of the balance. */
  async function resumeAll(account: Merchant, before: number, after: number): Promise<void> {
    const sent = verification.messages.length;
    await followBalance({
      recordId: "record-1",
      accountId: account.accountId,
      isShard: false,
      before,
      after,
      grantedBefore: before,
      granted: after,
      captured: 0,
      at: Date.now(),
    });
    const resumed = verification.messages.slice(sent);
    expect(resumed).toHaveLength(99);
    // Some twice: a queue may deliver a message again.
    await Promise.all([...resumed, ...resumed.slice(0, 20)].map(resumeAttempt));
  }
});

describe("one reference on two checkouts at once", () => {
  it("verifies one of them and reports the reference as used for the other", async () => {
    for (let round = 0; round < 10; round++) {
      const receipt = receiptOf(reference());
      const both = [
        await submitted(await open(merchant), receipt.reference),
        await submitted(await open(merchant), receipt.reference),
      ];
      const settled = await Promise.all(both.map((state) => answer(state, receipt)));
      expect(settled.map(({ attempt }) => attempt.outcome).sort()).toEqual([
        "already_used",
        "matched",
      ]);
      const winner = settled.find(({ checkout }) => checkout.status === "verified");
      const scope = { accountId: merchant.accountId, mode: "live" } as const;
      expect(await getClaim(table(), scope, `telebirr:${receipt.reference}`)).toBe(
        winner?.checkout.id,
      );
    }
    const { balance, ledger } = await accounts(merchant.accountId);
    expect(balance).toEqual({ granted: 1000, captured: 10, available: 990 });
    expect(ledger).toEqual(balance);
  });

  it("is used up for all apps of the account, but not for other accounts", async () => {
    const sister = await createMerchant(verification.table, { accountId: merchant.accountId });
    const stranger = await createMerchant(verification.table);
    const receipt = receiptOf(reference());
    expect((await verify(merchant, receipt)).attempt.outcome).toBe("matched");
    expect((await verify(sister, receipt)).attempt.outcome).toBe("already_used");
    expect((await verify(stranger, receipt)).attempt.outcome).toBe("matched");
  });

  it("is used up with every alias", async () => {
    const [wallet, bank] = [reference(), `FT${reference()}`];
    const own = { provider: "telebirr", reference: wallet } as const;
    const other = { provider: "cbe", reference: bank } as const;
    const first = receiptOf(wallet, { aliases: [other] });
    const second = receiptOf(bank, { provider: "cbe", aliases: [own] });
    const both = [
      [await submitted(await open(merchant), wallet), first],
      [await submitted(await open(merchant), bank), second],
    ] as const;
    const settled = await Promise.all(both.map(([state, receipt]) => answer(state, receipt)));
    expect(settled.map(({ attempt }) => attempt.outcome).sort()).toEqual([
      "already_used",
      "matched",
    ]);
  });

  it.each([
    ["in lower case", (text: string) => text.toLowerCase()],
    ["with spaces", (text: string) => `${text.slice(0, 3)} ${text.slice(3)}`],
  ])("is the same reference %s", async (_, respell) => {
    const receipt = receiptOf(reference());
    await verify(merchant, receipt);
    const again = await verify(merchant, { ...receipt, reference: respell(receipt.reference) });
    expect(again.attempt.outcome).toBe("already_used");
  });

  it("is neither claimed nor charged for a mismatch", async () => {
    const receipt = receiptOf(reference(), { currency: "USD" });
    expect((await verify(merchant, receipt)).attempt.outcome).toBe("currency_mismatch");
    const fitting = await verify(merchant, receipt, { currency: "USD" });
    expect(fitting.attempt.outcome).toBe("matched");
    expect((await accounts(merchant.accountId)).balance.captured).toBe(1);
  });

  it("outranks all later outcomes", async () => {
    const receipt = receiptOf(reference());
    await verify(merchant, receipt);
    const unsure = { ...receipt, receiver: { ...receipt.receiver, account: null } };
    for (const again of [
      { ...receipt, amountMinor: 1 },
      { ...receipt, paidAt: Date.now() - 3_600_000 },
      { ...receipt, dateOnly: true, paidAt: startOfToday() },
      unsure,
    ]) {
      expect((await verify(merchant, again)).attempt.outcome).toBe("already_used");
    }
  });
});

describe("one checkout, several references at once", () => {
  it("verifies once", async () => {
    for (let round = 0; round < 5; round++) {
      const references = [reference(), reference(), reference()];
      let { checkout } = { checkout: await open(merchant) };
      const states: AttemptState[] = [];
      for (const each of references) {
        const state = await submitted(checkout, each);
        checkout = state.checkout;
        states.push(state);
      }
      const settled = await Promise.all(
        states.map((state) => answer(state, receiptOf(state.attempt.lookup.reference))),
      );
      expect(tally(settled.map(({ attempt }) => attempt.outcome))).toEqual({
        matched: 1,
        superseded: 2,
      });
      const [last] = await Promise.all(settled.map(stored));
      expect(last?.checkout).toMatchObject({ status: "verified", pending: [], attemptsCount: 3 });
      expect(await eventTypes(checkout)).toEqual(["checkout.created", "checkout.verified"]);
    }
    expect((await accounts(merchant.accountId)).balance.captured).toBe(5);
  });

  it("is settled once for repeated results of the same try", async () => {
    const state = await submitted(await open(merchant), reference());
    const receipt = receiptOf(state.attempt.lookup.reference);
    const settled = await Promise.all(Array.from({ length: 8 }, () => answer(state, receipt)));
    expect(new Set(settled.map(({ attempt }) => attempt.outcome))).toEqual(new Set(["matched"]));
    expect(await eventTypes(state.checkout)).toEqual(["checkout.created", "checkout.verified"]);
    expect((await accounts(merchant.accountId)).balance.captured).toBe(1);
  });
});

describe("a concurrent end", () => {
  it("by cancellation leaves one final state: canceled without, or verified with a captured credit", async () => {
    for (let round = 0; round < 12; round++) {
      const shop = await createMerchant(verification.table);
      const state = await submitted(await open(shop), reference());
      const { checkout } = state;
      const load = async () => (await getCheckout(table(), checkout.id)) ?? checkout;
      const [, canceled] = await Promise.all([
        answer(state, receiptOf(state.attempt.lookup.reference)),
        cancelCheckout(load, Date.now(), () => []).then(
          () => true,
          () => false,
        ),
      ]);
      const now = await stored(state);
      expect(now.checkout.status).toBe(canceled ? "canceled" : "verified");
      expect(now.attempt.outcome).toBe(canceled ? "superseded" : "matched");
      expect((await accounts(shop.accountId)).balance.captured).toBe(canceled ? 0 : 1);
      const ends = (await eventTypes(checkout)).slice(1);
      expect(ends).toEqual([canceled ? "checkout.canceled" : "checkout.verified"]);
    }
  });

  it("by expiry leaves one final state and loses no payment", async () => {
    for (let round = 0; round < 12; round++) {
      const before = await open(merchant, { expires_in: 300 });
      const at = before.expiresAt;
      const payer = async () => {
        const fresh = (await getCheckout(table(), before.id)) ?? before;
        const state = await submitted(fresh, reference()).catch(() => null);
        return state && answer(state, receiptOf(state.attempt.lookup.reference));
      };
      const [state] = await Promise.all([payer(), expireCheckout(before.id, at)]);
      const status = (await getCheckout(table(), before.id))?.status;
      expect(status).toBe(state === null ? "expired" : "verified");
      const types = await eventTypes(before);
      expect(types.filter((type) => type === "checkout.verified")).toHaveLength(
        status === "verified" ? 1 : 0,
      );
    }
  });
});

describe("two receipts of one transfer", () => {
  const MINUTE = 60_000;
  const QUARTER = 15 * MINUTE;
  const HOUR = 60 * MINUTE;
  /** The beginning of a quarter of an hour. */
  const border = Math.floor(Date.UTC(2026, 10, 20, 9) / QUARTER) * QUARTER;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: border + HOUR });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A checkout made before, and a payment that is proved after all of these times. */
  const openEarly = async (shop: Merchant) => {
    vi.setSystemTime(border - HOUR);
    const checkout = await open(shop, { expires_in: 86_400 });
    vi.setSystemTime(border + HOUR);
    return checkout;
  };
  const settle = async (shop: Merchant, receipt: Receipt) =>
    answer(await submitted(await openEarly(shop), receipt.reference), receipt);

  /** Both into the telebirr account; the second one is another provider's receipt. */
  const pair = (paid: number, apart: number) => {
    const wallet = receiptOf(reference(), { paidAt: paid });
    const bank = receiptOf(`FT${reference()}`, { provider: "cbe", paidAt: paid + apart });
    return [wallet, bank] as const;
  };

  it.each([
    ["at the same time", 0, 0],
    ["15 min apart, in neighbouring quarters", 0, QUARTER],
    ["15 min apart, the other way round", QUARTER, -QUARTER],
    ["1 ms over a border", -1, 1],
    ["14:59 apart over a border", -MINUTE, QUARTER - 1000],
  ])("goes to a person: %s, whichever comes first", async (_, offset, apart) => {
    for (const order of ["first", "second"] as const) {
      const shop = await createMerchant(verification.table);
      const receipts = [...pair(border + offset, apart)];
      if (order === "second") receipts.reverse();
      const [one, two] = receipts as [Receipt, Receipt];
      expect((await settle(shop, one)).checkout.status).toBe("verified");
      const second = await settle(shop, two);
      expect(second.checkout).toMatchObject({
        status: "review",
        review: { reason: "possible_duplicate" },
        payments: [{ state: "doubtful", exceptions: ["possible_duplicate"] }],
        amountReceived: 0,
      });
      expect((await accounts(shop.accountId)).balance.captured).toBe(1);
    }
  });

  it.each([
    // Minutes count: many receipts show no seconds.
    ["16 min, in the next quarter", 0, QUARTER + MINUTE],
    ["16 min, back", QUARTER, -QUARTER - MINUTE],
    ["29 min apart in neighbouring quarters", 0, 2 * QUARTER - MINUTE],
  ])("is no likeness %s", async (_, offset, apart) => {
    for (const order of ["first", "second"] as const) {
      const shop = await createMerchant(verification.table);
      const receipts = [...pair(border + offset, apart)];
      if (order === "second") receipts.reverse();
      for (const receipt of receipts) {
        expect((await settle(shop, receipt)).checkout.status).toBe("verified");
      }
      expect((await accounts(shop.accountId)).balance.captured).toBe(2);
    }
  });

  it("are detected among concurrent payments of one wallet", async () => {
    const shop = await createMerchant(verification.table, { credits: 10 });
    const [early, late] = [border - MINUTE, border + 15 * MINUTE];
    const status = async (provider: "cbe" | "telebirr", paidAt: number) => {
      const name = provider === "cbe" ? `FT${reference()}` : reference();
      return (await settle(shop, receiptOf(name, { provider, paidAt }))).checkout.status;
    };
    expect(await status("cbe", early)).toBe("verified");
    expect(await status("telebirr", late)).toBe("verified");
    expect(await status("telebirr", late + MINUTE)).toBe("verified");
    expect(await status("cbe", late + 2 * MINUTE)).toBe("review");
  });

  it("are never both verified automatically when submitted at once", async () => {
    for (const apart of [0, QUARTER]) {
      for (let round = 0; round < 5; round++) {
        const shop = await createMerchant(verification.table);
        const both: { receipt: Receipt; state: AttemptState }[] = [];
        for (const receipt of pair(border - MINUTE, apart)) {
          const state = await submitted(await openEarly(shop), receipt.reference);
          both.push({ receipt, state });
        }
        const settled = await Promise.all(both.map(({ state, receipt }) => answer(state, receipt)));
        expect(settled.map(({ checkout }) => checkout.status).sort()).toEqual([
          "review",
          "verified",
        ]);
      }
    }
  });

  describe("of which one shows only a day", () => {
    const DAY = 24 * HOUR;
    /** Midnight in a zone that is three hours ahead; the checkout is made before it. */
    const midnight = Date.UTC(2026, 10, 19, 21);
    const day = { provider: "cbe", paidAt: midnight, dateOnly: true } as const;
    const settleNextDay = async (shop: Merchant, receipt: Receipt) => {
      vi.setSystemTime(midnight - HOUR);
      const checkout = await open(shop, { expires_in: 3 * 86_400 });
      vi.setSystemTime(midnight + DAY + 8 * HOUR);
      const source = { ...receipt.source, fetchedAt: Date.now() };
      return answer(await submitted(checkout, receipt.reference), { ...receipt, source });
    };

    it.each([
      ["at midnight", 0],
      ["at two in the afternoon", 14 * HOUR],
      ["in the last minute of the day", DAY - MINUTE],
      ["minutes after it, by another clock", DAY + 10 * MINUTE],
    ])("goes to a person: paid %s, whichever comes first", async (_, after) => {
      for (const order of ["first", "second"] as const) {
        const shop = await createMerchant(verification.table);
        const receipts = [
          receiptOf(reference(), { paidAt: midnight + after }),
          receiptOf(`FT${reference()}`, day),
        ];
        if (order === "second") receipts.reverse();
        const [one, two] = receipts as [Receipt, Receipt];
        expect((await settleNextDay(shop, one)).checkout.status).toBe("verified");
        expect((await settleNextDay(shop, two)).checkout).toMatchObject({
          status: "review",
          review: { reason: "possible_duplicate" },
        });
        expect((await accounts(shop.accountId)).balance.captured).toBe(1);
      }
    });

    it("are detected when submitted at once", async () => {
      const shop = await createMerchant(verification.table);
      const receipts = [
        receiptOf(reference(), { paidAt: midnight + 9 * HOUR }),
        receiptOf(`FT${reference()}`, day),
      ];
      const settled = await Promise.all(receipts.map((receipt) => settleNextDay(shop, receipt)));
      expect(settled.map(({ checkout }) => checkout.status).sort()).toEqual(["review", "verified"]);
    });

    it("do not affect other days or other payments through the same provider", async () => {
      const shop = await createMerchant(verification.table);
      const receipts = [
        receiptOf(`FT${reference()}`, day),
        receiptOf(`FT${reference()}`, day),
        receiptOf(`FT${reference()}`, { provider: "cbe", paidAt: midnight + 9 * HOUR }),
        receiptOf(reference(), { paidAt: midnight + DAY + 50 * MINUTE + 6 * HOUR }),
      ];
      for (const receipt of receipts) {
        expect((await settleNextDay(shop, receipt)).checkout.status).toBe("verified");
      }
    });
  });

  it("do not block two customers who pay the same amount through one provider", async () => {
    for (const step of [0, 1, 2, 3]) {
      const { checkout } = await settle(
        merchant,
        receiptOf(reference(), { paidAt: border + step * 1000 }),
      );
      expect(checkout.status).toBe("verified");
    }
  });

  it("do not affect another amount, receiving account or account of the service", async () => {
    const shop = await createMerchant(verification.table, {
      accounts: { telebirr: SHOP, cbe: { name: SHOP.name, number: "1000123456789" } },
    });
    await settle(shop, receiptOf(reference(), { paidAt: border }));
    const others: Partial<Receipt>[] = [
      { amountMinor: 150_001 },
      { receiver: { institution: "cbe", name: SHOP.name, account: "1000123456789" } },
    ];
    for (const changes of others) {
      const bank = receiptOf(`FT${reference()}`, { provider: "cbe", paidAt: border, ...changes });
      expect((await settle(shop, bank)).checkout.status).toBe("verified");
    }
    const stranger = await createMerchant(verification.table);
    const elsewhere = receiptOf(`FT${reference()}`, { provider: "cbe", paidAt: border });
    expect((await settle(stranger, elsewhere)).checkout.status).toBe("verified");
  });
});

/** Midnight of today in Addis Ababa (UTC+3, no summer time), as receipts without a time of day give it. */
function startOfToday(): number {
  const DAY = 86_400_000;
  const OFFSET = 3 * 3_600_000;
  return Math.floor((Date.now() + OFFSET) / DAY) * DAY - OFFSET;
}
