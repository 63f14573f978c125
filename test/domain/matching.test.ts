import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Expectation, type Match, matchReceipt } from "../../lib/domain/matching.ts";
import type { ExpectedAccount } from "../../lib/domain/matching-receiver.ts";
import { PROVIDERS } from "../../lib/domain/provider.ts";
import type { Receipt, Receiver } from "../../lib/domain/receipt.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CREATED = Date.UTC(2026, 10, 20, 9);

const WALLET: ExpectedAccount = {
  id: "pm_wallet",
  provider: "telebirr",
  accountName: "Selam General Trading",
  accountNumber: "0911230042",
};
const BANK: ExpectedAccount = {
  id: "pm_bank",
  provider: "cbe",
  accountName: "Abebe Kebede Tessema",
  accountNumber: "1000123450401",
};
const expectation: Expectation = {
  amountMinor: 150_000,
  currency: "ETB",
  createdAt: CREATED,
  expiresAt: CREATED + 30 * MINUTE,
  submittedAt: CREATED + 10 * MINUTE,
  graceMs: 24 * HOUR,
  latePolicy: "review",
  accounts: [WALLET, BANK],
  usedBefore: false,
};
const toWallet: Receiver = {
  name: "SELAM GENERAL TRADING",
  account: "2519****0042",
  institution: "telebirr",
};
const toBank: Receiver = { name: null, account: "1000123450401", institution: "cbe" };
const good: Receipt = {
  provider: "telebirr",
  reference: "DKT0000001",
  aliases: [],
  status: "completed",
  amountMinor: 150_000,
  currency: "ETB",
  receiver: toWallet,
  payer: { name: "Almaz Bekele", account: "2519****0000" },
  paidAt: CREATED + 5 * MINUTE,
  dateOnly: false,
  source: {
    urlHost: "receipts.test",
    bodySha256: "0".repeat(64),
    fetchedAt: CREATED + 11 * MINUTE,
    parserVersion: "1",
  },
};

const match = (receipt: Partial<Receipt> = {}, wanted: Partial<Expectation> = {}): Match =>
  matchReceipt({ ...good, ...receipt }, { ...expectation, ...wanted });
const received = (receiver: Partial<Receiver>, accounts = expectation.accounts): Match =>
  match({ receiver: { ...toWallet, ...receiver } }, { accounts });
const fetchedLater = { source: { ...good.source, fetchedAt: CREATED + 100 * HOUR } };

describe("a matching receipt", () => {
  it("is verified, with evidence for every field", () => {
    expect(match()).toEqual({
      decision: "count",
      outcome: "matched",
      exceptions: [],
      doubt: null,
      disclosable: true,
      fields: {
        status: { ok: true, expected: "completed", found: "completed", reason: "completed" },
        receiver: {
          verdict: "confirmed",
          reason: "visible_digits_and_name_equal",
          accountId: "pm_wallet",
          found: { name: "SELAM GENERAL TRADING", account: "2519****0042" },
        },
        currency: { ok: true, expected: "ETB", found: "ETB", reason: "equal" },
        used: { ok: true, reason: "never_claimed" },
        time: {
          ok: true,
          verdict: "in_time",
          reason: "paid_while_open",
          paidAt: good.paidAt,
          dateOnly: false,
        },
        amount: { ok: true, expected: 150_000, found: 150_000, reason: "equal" },
      },
    });
  });

  it("of a wallet may pay into a bank account of the app", () => {
    expect(match({ receiver: toBank })).toMatchObject({
      ...{ decision: "count", fields: { receiver: { accountId: "pm_bank" } } },
    });
  });

  it.each([
    [150_001, { ok: true, reason: "more_than_asked" }],
    [149_999, { ok: false, reason: "less_than_asked" }],
  ])("of %d counts, and says how that compares with what is due", (amountMinor, amount) => {
    expect(match({ amountMinor })).toMatchObject({
      decision: "count",
      exceptions: [],
      fields: { amount },
    });
  });
});

describe("a receipt that does not match", () => {
  it.each<[string, string, Partial<Receipt>, Partial<Expectation>]>([
    ["nothing paid", "not_completed", { amountMinor: 0 }, {}],
    ["more than sums are exact for", "unreadable", { amountMinor: 10 ** 15 + 1 }, {}],
    ["another currency", "currency_mismatch", { currency: "USD" }, {}],
    ["pending", "not_completed", { status: "pending" }, {}],
    ["reversed", "not_completed", { status: "reversed" }, {}],
    ["failed", "not_completed", { status: "failed" }, {}],
    ["used before", "already_used", {}, { usedBefore: true }],
    ["older", "too_old", { paidAt: CREATED - 15 * MINUTE - 1 }, {}],
    [
      "another receiver",
      "receiver_mismatch",
      { receiver: { ...toWallet, account: "2519****3765" } },
      {},
    ],
    [
      "another institution",
      "receiver_mismatch",
      { receiver: { ...toWallet, institution: "mpesa" } },
      {},
    ],
    ["a status that is not listed", "not_completed", { status: "unknown" }, {}],
    ["tomorrow", "unreadable", { paidAt: CREATED + 24 * HOUR }, {}],
    ["no number", "unreadable", { amountMinor: Number.NaN }, {}],
    ["half a cent", "unreadable", { amountMinor: 150_000.5 }, {}],
    ["infinite", "unreadable", { amountMinor: Number.POSITIVE_INFINITY }, {}],
    ["negative", "unreadable", { amountMinor: -150_000 }, {}],
    ["no time", "unreadable", { paidAt: Number.NaN }, {}],
    ["no currency", "unreadable", { currency: "" }, {}],
    ["no reference", "unreadable", { reference: " - " }, {}],
    ["an empty alias", "unreadable", { aliases: [{ provider: "cbe", reference: "" }] }, {}],
    ["a currency of four letters", "unreadable", { currency: "ETBX" }, {}],
    ["a currency behind something", "unreadable", { currency: "1ETB" }, {}],
  ])("%s is %s", (_, outcome, receipt, wanted) => {
    const result = match(receipt, wanted);
    expect(result).toMatchObject({ outcome, exceptions: [], doubt: null });
    expect(result.decision).toBe(outcome === "unreadable" ? "retry" : "refuse");
  });

  it("lists no exceptions, because nobody decides about it", () => {
    const unknown = { name: null, account: null, institution: null };
    expect(match({ receiver: unknown, currency: "USD" })).toMatchObject({
      outcome: "currency_mismatch",
      exceptions: [],
      doubt: null,
    });
  });

  it("says why, field by field", () => {
    const found = { currency: "USD", amountMinor: 1, paidAt: CREATED - HOUR };
    expect(match(found, { usedBefore: true }).fields).toMatchObject({
      currency: { ok: false, expected: "ETB", found: "USD", reason: "differs" },
      used: { ok: false, reason: "claimed_before" },
      time: { ok: false, verdict: "too_old" },
      amount: { ok: false, expected: 150_000, found: 1, reason: "less_than_asked" },
    });
  });

  it("for several reasons reports the first in the documented order", () => {
    const faults: [string, Partial<Receipt>, Partial<Expectation>][] = [
      ["unreadable", { reference: "" }, {}],
      ["not_completed", { status: "reversed" }, {}],
      ["receiver_mismatch", { receiver: { ...toWallet, account: "251911000000" } }, {}],
      ["currency_mismatch", { currency: "USD" }, {}],
      ["already_used", {}, { usedBefore: true }],
      ["too_old", { paidAt: CREATED - HOUR }, {}],
    ];
    fc.assert(
      fc.property(fc.subarray(faults, { minLength: 1 }), (some) => {
        const receipt = Object.assign({}, ...some.map(([, change]) => change));
        const wanted = Object.assign({}, ...some.map(([, , change]) => change));
        expect(match(receipt, wanted).outcome).toBe(some[0]?.[0]);
      }),
    );
  });
});

describe("the receiver", () => {
  it.each<[string, Partial<Receiver>]>([
    ["the last digits fit and the name does not", { name: "Kebede Hailu" }],
    ["the name is missing", { name: null }],
    ["the account is missing", { account: null }],
    ["both are missing", { name: null, account: null }],
    [
      "the institution is unknown, though all digits fit",
      { institution: null, account: "0911230042" },
    ],
    ["three digits are visible", { account: "2519****042" }],
    ["only the end is given", { account: "0042" }],
    ["no digit is visible", { account: "****" }],
  ])("%s: review, never verified", (_, receiver) => {
    expect(received(receiver)).toMatchObject({
      decision: "doubt",
      doubt: "receiver_unconfirmed",
      exceptions: ["receiver_unconfirmed"],
      disclosable: false,
    });
  });

  it.each<[string, Partial<Receiver>]>([
    ["the full number, whatever the name", { account: "+251 911 230 042", name: "S. G. T." }],
    ["the masked number and the name with a title", { name: "Ato Selam General Trading" }],
    ["the masked number and a cut name", { name: "SELAM GENERAL TRAD…" }],
  ])("%s: confirmed", (_, receiver) => {
    expect(received(receiver).decision).toBe("count");
  });

  it("with different visible digits is a mismatch, even if the institution is unknown", () => {
    for (const account of ["2517****0042", "2519****3765", "251911230765"])
      expect(received({ account, institution: null }, [WALLET]).outcome).toBe("receiver_mismatch");
  });

  it("is compared with every account of the app, and the best verdict counts", () => {
    const twin = { ...WALLET, id: "pm_twin", accountName: "Somebody Else" };
    const stranger = { ...WALLET, id: "pm_other", accountNumber: "0922000000" };
    fc.assert(
      fc.property(fc.shuffledSubarray([twin, stranger, BANK]), fc.nat(3), (others, at) => {
        const { receiver } = received({}, others.toSpliced(at, 0, WALLET)).fields;
        expect(receiver).toMatchObject({ verdict: "confirmed", accountId: "pm_wallet" });
      }),
    );
    expect(received({}, [stranger, twin])).toMatchObject({
      doubt: "receiver_unconfirmed",
      fields: { receiver: { accountId: "pm_twin" } },
    });
  });

  it("can't be confirmed for an app without accounts", () => {
    expect(received({}, []).doubt).toBe("receiver_unconfirmed");
  });

  it("must be confirmed before anything of the receipt is disclosed", () => {
    expect(received({ account: "251922000000" }).disclosable).toBe(false);
    expect(match({ amountMinor: 1, receiver: { ...toWallet, name: null } }).disclosable).toBe(
      false,
    );
    expect(match({ amountMinor: 1 }).disclosable).toBe(true);
    expect(match({ reference: "" }).disclosable).toBe(false);
  });
});

describe("the payment time", () => {
  const late = { ...fetchedLater, paidAt: expectation.expiresAt + HOUR };
  const submittedAt = expectation.expiresAt + 2 * HOUR;

  it("before the expiry, submitted after it: verified", () => {
    expect(match(fetchedLater, { submittedAt }).decision).toBe("count");
  });

  it("after the expiry: by the late policy", () => {
    expect(match(late, { submittedAt })).toMatchObject({
      decision: "doubt",
      doubt: "paid_late",
      exceptions: ["paid_late"],
    });
    expect(match(late, { submittedAt, latePolicy: "accept" })).toMatchObject({
      decision: "count",
      doubt: null,
      exceptions: ["paid_late"],
    });
  });

  it("after the grace period: review for any policy", () => {
    const paidAt = expectation.expiresAt + 24 * HOUR;
    const accept = { submittedAt, latePolicy: "accept" } as const;
    expect(match({ ...fetchedLater, paidAt }, accept).decision).toBe("count");
    expect(match({ ...fetchedLater, paidAt: paidAt + 1 }, accept).doubt).toBe("paid_late");
  });

  it("of today without a time, for a checkout created today: review", () => {
    const today = Date.UTC(2026, 10, 19, 21);
    expect(match({ paidAt: today, dateOnly: true })).toMatchObject({
      decision: "doubt",
      doubt: "time_unconfirmed",
      exceptions: ["time_unconfirmed"],
    });
  });

  it("all exceptions are listed, and the most important one is the reason for the review", () => {
    expect(
      match(
        { ...late, amountMinor: 200_000, receiver: { ...toWallet, name: null } },
        { submittedAt },
      ),
    ).toMatchObject({
      doubt: "receiver_unconfirmed",
      exceptions: ["paid_late", "receiver_unconfirmed"],
    });
  });
});

describe("a matching receipt with one change", () => {
  const lost = (change: fc.Arbitrary<Partial<Receipt>>) =>
    fc.assert(
      fc.property(change, fc.constantFrom(toWallet, toBank), (changed, receiver) => {
        const result = match({ receiver, ...changed });
        expect(result.outcome).not.toBe("matched");
        expect(["refuse", "retry"]).toContain(result.decision);
      }),
    );

  it("of the amount counts only if it is a whole number of which five sum up exactly", () => {
    const most = 10 ** 15;
    lost(
      fc
        .oneof(
          fc.integer({ max: 0 }),
          fc.maxSafeInteger().filter((n) => n > most),
          fc.double(),
        )
        .filter((n) => !(Number.isSafeInteger(n) && n > 0 && n <= most))
        .map((amountMinor) => ({ amountMinor })),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: most }), (amountMinor) => {
        expect(match({ amountMinor }).decision).toBe("count");
      }),
    );
    expect(match({ amountMinor: most }).decision).toBe("count");
    expect(Number.isSafeInteger(5 * most)).toBe(true);
  });

  it("of the currency never matches", () => {
    const currency = fc.oneof(fc.string(), fc.constantFrom("etb", "USD", "ETB ", "ΕTB"));
    lost(currency.filter((text) => text !== "ETB").map((text) => ({ currency: text })));
  });

  it("of the status never matches", () => {
    const status = fc.constantFrom("pending", "reversed", "failed", "unknown");
    lost(status.map((word) => ({ status: word as Receipt["status"] })));
  });

  it("of a visible digit or the institution of the receiver never matches", () => {
    const at = fc.constantFrom(0, 1, 2, 3, 8, 9, 10, 11);
    const masked = fc.tuple(at, fc.integer({ min: 1, max: 9 })).map(([place, by]) => {
      const account = toWallet.account ?? "";
      const digit = String((Number(account[place]) + by) % 10);
      return { ...toWallet, account: account.slice(0, place) + digit + account.slice(place + 1) };
    });
    const full = fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 9 })).map(([place, by]) => {
      const account = toBank.account ?? "";
      const digit = String((Number(account[place]) + by) % 10);
      return { ...toBank, account: account.slice(0, place) + digit + account.slice(place + 1) };
    });
    const elsewhere = fc
      .constantFrom(...PROVIDERS.filter((id) => id !== "telebirr"))
      .map((institution) => ({ ...toWallet, institution }));
    lost(fc.oneof(masked, full, elsewhere).map((receiver) => ({ receiver })));
  });

  it("of the receiver is never verified automatically", () => {
    const text = fc.option(fc.oneof(fc.string(), fc.stringMatching(/^[0-9*]{0,14}$/)));
    fc.assert(
      fc.property(text, text, fc.constantFrom(null, ...PROVIDERS), (name, account, institution) => {
        const result = match({ receiver: { name, account, institution } });
        const full = ["0911230042", "911230042", "251911230042", "1000123450401"];
        expect(result.decision !== "count" || full.includes(account ?? "")).toBe(true);
      }),
    );
  });

  it("of the date never matches before the checkout or after the receipt was fetched", () => {
    const before = fc.integer({ max: CREATED - 15 * MINUTE - 1, min: 0 });
    const after = fc.integer({ min: CREATED + 26 * MINUTE + 1, max: CREATED * 2 });
    const day = fc.integer({ max: CREATED - 24 * HOUR - 15 * MINUTE, min: 0 });
    lost(fc.oneof(before, after).map((paidAt) => ({ paidAt })));
    lost(day.map((paidAt) => ({ paidAt, dateOnly: true })));
    lost(fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 0.5).map((paidAt) => ({ paidAt })));
  });
});
