import { describe, expect, test } from "vitest";
import type { Checkout } from "../../lib/domain/checkout.ts";
import {
  type Candidate,
  confirms,
  contradicts,
  type HeardNotice,
  isEvidence,
  mayHavePaid,
  mayPay,
  mayPayLate,
  namedCheckout,
  reasonCode,
} from "../../lib/domain/notice-fit.ts";
import type { Receipt } from "../../lib/domain/receipt.ts";

const AT = Date.UTC(2026, 10, 24, 9, 3);

/** An open checkout over ETB 1,500.00 at telebirr and CBE. */
function checkout(more: Partial<Checkout> = {}): Checkout {
  const method = { accountName: "Selam", label: null, instructions: null };
  return {
    id: "co_01k9zz00000000000000abcdef",
    status: "open",
    amount: 150_000,
    amountReceived: 0,
    currency: "ETB",
    createdAt: AT - 60_000,
    expiresAt: AT + 1_800_000,
    customer: null,
    pending: [],
    methods: [
      { ...method, id: "pm_1", provider: "telebirr", accountNumber: "0911000142" },
      { ...method, id: "pm_2", provider: "cbe", accountNumber: "1000200300401" },
    ],
    notices: { limit: 200_000, distinct: false },
    ...more,
  } as Checkout;
}

function notice(more: Partial<HeardNotice> = {}): HeardNotice {
  return {
    provider: "telebirr",
    amountMinor: 150_000,
    currency: "ETB",
    payer: { name: "Almeta Worqesh", account: "2519****0042" },
    account: null,
    reference: "DKX1AB2CD3",
    link: null,
    paidAt: AT,
    precisionMs: 1_000,
    sentAt: AT + 2_000,
    receivedAt: AT + 5_000,
    typed: false,
    balance: "continues",
    ...more,
  };
}

function receipt(more: Partial<Receipt> = {}): Receipt {
  return {
    provider: "telebirr",
    reference: "DKX1AB2CD3",
    aliases: [],
    status: "completed",
    amountMinor: 150_000,
    currency: "ETB",
    receiver: { institution: "telebirr", account: "251911000142", name: "Selam" },
    payer: { name: "Almeta Worqesh", account: "2519****0042" },
    paidAt: AT,
    dateOnly: false,
    source: { urlHost: "x", bodySha256: "x", fetchedAt: AT, parserVersion: "x" },
    ...more,
  };
}

const of = (one: Checkout, payerPhone: string | null = null): Candidate => ({
  checkout: one,
  payerPhone,
});
const customer = (phone: string) => ({ name: null, phone, email: null });

describe("mayPay", () => {
  test.each([
    ["the exact amount while open", {}, {}, true],
    ["another amount", { amountMinor: 150_001 }, {}, false],
    ["what is left after a part", { amountMinor: 50_000 }, { amountReceived: 100_000 }, true],
    ["a decided checkout", {}, { status: "verified" }, false],
    ["a payment before the checkout", { paidAt: AT - 120_000 }, {}, false],
    ["a payment after its expiry", { paidAt: AT + 3_600_000 }, {}, false],
    [
      "the same minute where only minutes are printed",
      { paidAt: AT - 90_000, precisionMs: 60_000 },
      {},
      true,
    ],
    [
      "the last millisecond of a minute, but not the minute before",
      { paidAt: AT - 60_000 - 59_999, precisionMs: 60_000 },
      {},
      true,
    ],
    ["the minute before", { paidAt: AT - 60_000 - 60_000, precisionMs: 60_000 }, {}, false],
    ["its first moment", { paidAt: AT - 60_000, precisionMs: 0 }, {}, true],
    ["a moment before it", { paidAt: AT - 60_001, precisionMs: 0 }, {}, false],
    ["its last moment", { paidAt: AT + 1_800_000 }, {}, true],
    ["a moment after its expiry", { paidAt: AT + 1_800_001 }, {}, false],
    ["a checkout that has expired", {}, { status: "expired" }, false],
    ["a canceled checkout", {}, { status: "canceled" }, false],
    ["its own account's whole number", { provider: "cbe", account: "1000200300401" }, {}, true],
    ["a bank without an account here", { provider: "mpesa" }, {}, false],
    ["its own account's mask", { provider: "cbe", account: "1****0401" }, {}, true],
    ["the mask of another account", { provider: "cbe", account: "1****0402" }, {}, false],
    ["another currency", { currency: "USD" }, {}, false],
  ] as const)("%s: %#", (_name, told, terms, expected) => {
    expect(mayPay(notice(told), checkout(terms as Partial<Checkout>))).toBe(expected);
  });
});

describe("namedCheckout", () => {
  const own = checkout({ customer: customer("+251911220042") });

  test("names the one checkout whose customer's phone fits", () => {
    expect(namedCheckout(notice(), receipt(), [of(own), of(checkout())])).toBe(own);
    const given = checkout();
    expect(namedCheckout(notice(), receipt(), [of(given, "0911220042")])).toBe(given);
  });

  test("a number that somebody typed names a checkout only where the payer cannot be another's customer", () => {
    const [given, other] = [checkout(), checkout({ id: "co_01jzzzzzzzzzzzzzzzzzzzzzzz" })];
    const named = (...others: Candidate[]) =>
      namedCheckout(notice(), receipt(), [of(given, "0911220042"), ...others]) === given;
    expect(named(of(other))).toBe(false);
    expect(named(of(checkout(), "0933330043"))).toBe(true);
    expect(named(of(checkout({ customer: customer("0933330043") })))).toBe(true);
    expect(named(of(checkout(), "0933330043"), of(checkout()))).toBe(false);
    expect(named(of(checkout({ customer: customer("0933330043") }), "0944440042"))).toBe(false);
    expect(namedCheckout(notice(), receipt(), [of(own), of(given, "0911220042")])).toBeNull();
    const coded = receipt({ reason: reasonCode(given) });
    expect(namedCheckout(notice(), coded, [of(given, "0911220042"), of(other)])).toBe(given);
  });

  test.each([
    [
      "two customers with these digits",
      [of(own), of(checkout({ customer: customer("0933330042") }))],
    ],
    ["a customer without a phone", [of(checkout())]],
    ["another phone", [of(checkout({ customer: customer("0911220043") }))]],
    ["nobody", []],
  ])("names nobody for %s", (_name, candidates) => {
    expect(namedCheckout(notice(), receipt(), candidates)).toBeNull();
  });

  test("names nobody by two visible digits, or where receipt and notice disagree about the payer", () => {
    const masked = { name: null, account: "25191*****42" };
    expect(
      namedCheckout(notice({ payer: masked }), receipt({ payer: masked }), [of(own)]),
    ).toBeNull();
    const other = receipt({ payer: { name: null, account: "251911220043" } });
    expect(namedCheckout(notice(), other, [of(own)])).toBeNull();
  });

  test("names the customer by the whole number, also where only one of the two messages shows it", () => {
    const whole = { name: null, account: "251911220042" };
    expect(namedCheckout(notice({ payer: whole }), receipt({ payer: whole }), [of(own)])).toBe(own);
    const hidden = receipt({ payer: { name: null, account: null } });
    expect(namedCheckout(notice(), hidden, [of(own)])).toBe(own);
  });

  test("a bank account with the digits of a phone is no phone", () => {
    const payer = { name: null, account: "0911220042" };
    const told = notice({ provider: "cbe", payer });
    expect(
      namedCheckout(told, receipt({ provider: "cbe", payer }), [of(checkout(), "0911220042")]),
    ).toBeNull();
  });

  test("a bank account that ends like a phone is no phone", () => {
    const told = notice({ provider: "cbe", payer: { name: null, account: "1****0042" } });
    expect(namedCheckout(told, receipt({ provider: "cbe" }), [of(own)])).toBeNull();
  });

  test("names the checkout whose code the payer wrote as the reason, as a word of its own", () => {
    const plain = checkout();
    const code = reasonCode(plain);
    expect(code).toBe("ABCDEF");
    const named = (reason: string) => namedCheckout(notice(), receipt({ reason }), [of(plain)]);
    expect(named(`order ${code.toLowerCase()}, thanks`)).toBe(plain);
    expect(named(`X${code}`)).toBeNull();
    expect(named("")).toBeNull();
    expect(namedCheckout(notice(), receipt(), [of(plain)])).toBeNull();
  });

  test("names no checkout where one that has ended since the payment may be meant as well, and never that one", () => {
    const ended = checkout({ id: "co_01jzzzzzzzzzzzzzzzzzzzzzzz", status: "expired" });
    const named = (candidate: Candidate, other: Candidate, more = {}) =>
      namedCheckout(notice(), receipt(more), [candidate], [other]);
    const others = { ...ended, customer: own.customer };
    expect(named(of(own), of(others))).toBeNull();
    expect(named(of(own), of(ended))).toBe(own);
    expect(named(of(own), of(ended), { reason: reasonCode(ended) })).toBeNull();
    expect(named(of(checkout()), of(others))).toBeNull();
    expect(named(of(checkout(), "0911220042"), of(ended))).toBeNull();
    const distinct = checkout({ notices: { limit: 0, distinct: true } });
    expect(named(of(distinct), of(ended))).toBeNull();
  });

  test.each([
    ["expired", {}, true],
    ["review", {}, true],
    ["canceled", {}, false],
    ["verified", {}, false],
    ["expired", { expiresAt: notice().sentAt - 1_000 }, false],
    ["expired", { amount: 1 }, false],
  ] as const)("mayHavePaid: a checkout that is %s, with %j: %s", (status, fields, expected) => {
    const paid = notice({ paidAt: notice().sentAt });
    expect(mayHavePaid(paid, checkout({ status, ...fields }))).toBe(expected);
  });

  test("names a checkout by its distinct amount only if no other open one fits", () => {
    const distinct = checkout({ notices: { limit: 0, distinct: true } });
    expect(namedCheckout(notice(), receipt(), [of(distinct)])).toBe(distinct);
    expect(namedCheckout(notice(), receipt(), [of(distinct), of(checkout())])).toBeNull();
    expect(namedCheckout(notice(), receipt(), [of(distinct)], [], true)).toBeNull();
    expect(namedCheckout(notice(), receipt({ reason: "ABCDEF" }), [of(distinct)], [], true)).toBe(
      distinct,
    );
  });

  test.each([
    ["a checkout that has expired without money", { status: "expired" }, {}, true],
    ["a canceled one", { status: "canceled" }, {}, true],
    ["one whose money has come", { status: "verified" }, {}, false],
    ["one that had a part", { status: "review", amountReceived: 100_000 }, {}, false],
    ["another amount", { status: "expired" }, { amountMinor: 150_001 }, false],
    ["another currency", { status: "expired" }, { currency: "USD" }, false],
    ["a bank without an account here", { status: "expired" }, { provider: "mpesa" }, false],
  ] as const)("may be paid late: %s", (_name, terms, told, expected) => {
    expect(mayPayLate(notice(told), checkout(terms as Partial<Checkout>))).toBe(expected);
  });

  test("names no checkout of an app without notices by its amount", () => {
    const { notices: _, ...plain } = checkout();
    expect(namedCheckout(notice(), receipt(), [of(plain as Checkout)])).toBeNull();
  });

  test("names nobody by the rest of a distinct amount, which may be any amount", () => {
    const rest = checkout({
      ...{ amount: 250_037, amountReceived: 100_037 },
      notices: { limit: 0, distinct: true },
    });
    expect(namedCheckout(notice(), receipt(), [of(rest)])).toBeNull();
  });

  test("names nobody for a reference that a customer has entered anywhere", () => {
    const entered = (provider: "telebirr" | "cbe", reference: string) =>
      checkout({ pending: [{ id: "att_1", provider, reference }] } as never);
    const named = (other: Checkout) =>
      namedCheckout(notice(), receipt(), [of(own), of(other)]) === own;
    expect(named(entered("telebirr", "dkx1ab2cd3"))).toBe(false);
    expect(named(entered("telebirr", "DKX1AB2CD4"))).toBe(true);
    expect(named(entered("cbe", "DKX1AB2CD3"))).toBe(true);
  });
});

describe("isEvidence", () => {
  const evidence = (
    told: Partial<HeardNotice> = {},
    terms: Partial<Checkout> = {},
    limit = 200_000,
  ) => isEvidence(notice(told), of(checkout(terms)), "dkx1ab2cd3", limit);

  test("a fresh notice of a paired phone within the limit counts", () => {
    expect(evidence()).toBe(true);
    // What an earlier release stored for a message without a balance.
    expect(evidence({ balance: "none" } as unknown as HeardNotice)).toBe(false);
    expect(evidence({}, { customer: customer("0911220042") })).toBe(true);
  });

  test("counts up to its bounds: of the limit, and five minutes either way", () => {
    expect(evidence({}, {}, 150_000)).toBe(true);
    expect(evidence({ receivedAt: AT - 300_000 })).toBe(true);
    expect(evidence({ receivedAt: AT - 300_001 })).toBe(false);
    expect(evidence({ receivedAt: AT + 301_000 })).toBe(true);
    expect(evidence({ receivedAt: AT + 301_001 })).toBe(false);
  });

  test("goes by the time of the bank, or else by that of the phone", () => {
    expect(evidence({ paidAt: null, sentAt: AT, receivedAt: AT + 1 })).toBe(true);
    expect(evidence({ paidAt: AT, sentAt: AT, receivedAt: AT })).toBe(true);
  });

  test("counts where one of the customer's two phones fits, or the payer shows none", () => {
    const two = of(checkout({ customer: customer("0911220042") }), "0933112255");
    expect(isEvidence(notice(), two, "DKX1AB2CD3", 200_000)).toBe(true);
    const hidden = { payer: { name: null, account: null } };
    expect(evidence(hidden, { customer: customer("0933112255") })).toBe(true);
  });

  test("of a bank counts whatever the customer's phone is: an account is no phone", () => {
    const told = { provider: "cbe", payer: { name: null, account: "1****9999" } } as const;
    expect(evidence(told, { customer: customer("0911220042") })).toBe(true);
  });

  test.each([
    ["above the limit", {}, {}, 149_999],
    [
      "above the most that any app may allow",
      { amountMinor: 600_000 },
      { amount: 600_000 },
      9_000_000,
    ],
    ["typed by a person", { typed: true }, {}, 200_000],
    ["with another reference", { reference: "DKX1AB2CD4" }, {}, 200_000],
    ["without a reference", { reference: null }, {}, 200_000],
    ["that came after six minutes", { receivedAt: AT + 361_000 }, {}, 200_000],
    ["from the future", { receivedAt: AT - 400_000 }, {}, 200_000],
    [
      "for which neither bank nor phone tells a time",
      { paidAt: null, sentAt: AT, receivedAt: AT },
      {},
      200_000,
    ],
    ["whose balance does not continue", { balance: "unknown" }, {}, 200_000],
    ["of another payer's phone", {}, { customer: customer("0911220043") }, 200_000],
    ["of another amount", { amountMinor: 150_001 }, {}, 200_000],
    ["before the checkout", { paidAt: AT - 120_000, receivedAt: AT - 110_000 }, {}, 200_000],
  ] as const)("no notice %s counts", (_name, told, terms, limit) => {
    expect(evidence(told as Partial<HeardNotice>, terms as Partial<Checkout>, limit)).toBe(false);
  });
});

describe("contradicts", () => {
  test("another amount, currency, institution or whole account contradicts; masks say nothing", () => {
    expect(contradicts(notice(), receipt())).toBe(false);
    expect(contradicts(notice({ amountMinor: 150_001 }), receipt())).toBe(true);
    expect(contradicts(notice(), receipt({ currency: "USD" }))).toBe(true);
    const cbe = notice({ provider: "cbe", account: "1****0401" });
    const to = (account: string, institution: "cbe" | "boa" = "cbe") =>
      receipt({ provider: "cbe", receiver: { institution, account, name: null } });
    expect(contradicts(cbe, to("1000200300401"))).toBe(false);
    expect(contradicts(cbe, to("1000200300402"))).toBe(true);
    expect(contradicts(cbe, to("1000200300401", "boa"))).toBe(true);
    expect(contradicts(cbe, to("1****9999"))).toBe(false);
    expect(contradicts(cbe, to("1XXXX9999"))).toBe(false);
    expect(contradicts(notice({ provider: "cbe", account: null }), to("1000200300402"))).toBe(
      false,
    );
    const unnamed = { institution: null, account: null, name: null };
    expect(contradicts(notice(), receipt({ receiver: unnamed }))).toBe(false);
  });
});

describe("confirms", () => {
  const DAY = Date.UTC(2026, 10, 23, 21);
  const to = (receiver: Partial<Receipt["receiver"]>) => ({
    receiver: { ...receipt().receiver, ...receiver },
  });

  test.each([
    ["of the same payment to the shop", {}, true],
    ["that shows a few minutes' difference", { paidAt: AT - 301_000 }, true],
    ["that shows a moment more", { paidAt: AT - 301_001 }, false],
    ["that shows the day only", { paidAt: DAY, dateOnly: true }, true],
    ["of a day that begins with the message", { paidAt: AT, dateOnly: true }, true],
    ["of a day that ended with the message", { paidAt: AT - 86_400_000, dateOnly: true }, false],
    ["of an earlier payment of the same amount", { paidAt: AT - 3_600_000 }, false],
    ["of a later one", { paidAt: AT + 3_600_000 }, false],
    ["of the day before", { paidAt: DAY - 86_400_000, dateOnly: true }, false],
    ["of the day after", { paidAt: DAY + 86_400_000, dateOnly: true }, false],
    ["of another amount", { amountMinor: 1 }, false],
    ["to a stranger", to({ account: "251922334455", name: "Someone" }), false],
    ["that hides to whom", to({ account: null }), false],
    ["whose mask may be anyone's", to({ account: "2519****0142", name: "Someone" }), false],
    ["without an institution", to({ institution: null }), false],
  ] as const)("a receipt %s proves that the bank sent the message: %#", (_name, change, yes) => {
    expect(confirms(notice(), receipt(change), checkout())).toBe(yes);
  });
});
