import { describe, expect, it } from "vitest";
import {
  checkoutMatcher,
  creationOf,
  isCustomersPhone,
  type Searched,
} from "../../lib/domain/checkout-search.ts";
import { newId } from "../../lib/domain/ids.ts";
import type { Payment } from "../../lib/domain/payment.ts";

const AT = Date.UTC(2026, 10, 21);
const PAYMENT: Payment = {
  attemptId: "att_1",
  provider: "cbe",
  reference: "FT26-325ABC",
  typed: null,
  amount: 1,
  payerName: "ሀና ተስፋዬ",
  paidAt: null,
  state: "counted",
  reason: null,
  exceptions: [],
  evidence: "receipt",
  claims: [],
};
const CHECKOUT: Searched = {
  id: newId("co_", AT, new Uint8Array(10).fill(7)),
  clientReference: "Order-1042/B",
  description: "Two bags of Coffee",
  customer: { name: "Hanna Tesfaye", phone: "+251 922 000 111", email: "hanna@shop.example" },
  status: "open",
  amount: 150_050,
  amountReceived: 0,
  currency: "ETB",
  payments: [PAYMENT],
  pending: [
    {
      id: "att_2",
      provider: "telebirr",
      reference: "DKR-7X9QHCY",
      submittedAt: AT,
      awaitsCredits: false,
    },
  ],
};
const finds = (text: string, checkout = CHECKOUT) => checkoutMatcher(text)(checkout);

describe("checkoutMatcher", () => {
  it.each([
    ["the start of the id in any case", CHECKOUT.id.slice(0, 12).toUpperCase()],
    ["the end of the id as the dashboard shortens it", CHECKOUT.id.slice(-6)],
    ["the start of the merchant's reference", "order-10"],
    ["the start of a word in the merchant's reference", "1042"],
    ["the start of the bank's reference", "ft26"],
    ["the bank's reference without its dash", "FT26325a"],
    ["the bank's reference with other breaks", "ft 26.325 a"],
    ["the start of a reference that still waits for its bank", "dkr-7x"],
    ["a waiting reference without its dash", "DKR7X9Q"],
    ["a name between spaces", "  tesf "],
    ["a name in full-width letters", "Ｈａｎｎａ"],
    ["a word of the description", "COFFEE"],
    ["several words of the description", "bags of c"],
    ["the customer's name", "tesf"],
    ["the payer's name in Amharic", "ተስፋ"],
    ["the email address", "hanna@shop"],
    ["the phone number as written at home", "0922 000"],
    ["the phone number with its calling code", "+251922000111"],
    ["the phone number without any start", "922000"],
    ["the first four digits of the phone number", "+251 (9) 22-0"],
    ["the phone number in Arabic digits", "٠٩٢٢٠"],
    ["the amount", "1500.50"],
    ["the amount with a comma", "1,500.5"],
    ["the amount with its currency", "etb 1,500.50"],
  ])("finds %s", (_, text) => {
    expect(finds(text)).toBe(true);
  });

  it.each([
    ["the middle of a word", "offee"],
    ["the middle of the phone number", "000111"],
    ["three digits of a phone number", "922"],
    ["a phone number after other text", "tin0922000111"],
    ["a phone number before other text", "0922000111b"],
    ["the last five characters of the id", CHECKOUT.id.slice(-5)],
    ["a dash alone", "-"],
    ["the amount with more decimals than its currency has", "150.050"],
    ["another amount", "1500"],
    ["an amount a hundredfold", "150050"],
    ["the start of an amount", "1,50"],
  ])("does not find %s", (_, text) => {
    expect(finds(text)).toBe(false);
  });

  it("reads an amount in the checkout's own currency", () => {
    const yen = { ...CHECKOUT, amount: 1500, currency: "JPY" };
    expect(finds("1500", yen)).toBe(true);
    expect(finds("1500.00", yen)).toBe(false);
  });

  it("finds a partly paid checkout by what is missing, until it is decided", () => {
    const partly = { ...CHECKOUT, amountReceived: 50_050 };
    expect(finds("1,000", partly)).toBe(true);
    expect(finds("1,500.50", partly)).toBe(true);
    expect(finds("1,000", { ...partly, status: "verified" })).toBe(false);
    expect(finds("1,000", { ...partly, status: "canceled" })).toBe(false);
    expect(finds("1,500.50", { ...CHECKOUT, status: "verified" })).toBe(true);
    expect(finds("999", partly)).toBe(false);
  });

  it("finds a checkout by an amount that was paid, unless the payment may be a stranger's", () => {
    const paid = (more: Partial<Payment>) => ({
      ...CHECKOUT,
      payments: [{ ...PAYMENT, amount: 70_000, ...more }],
    });
    expect(finds("700", paid({}))).toBe(true);
    const exceptions = ["receiver_unconfirmed"] as const;
    expect(finds("700", paid({ state: "doubtful", exceptions }))).toBe(false);
    expect(finds("700", paid({ state: "doubtful" }))).toBe(true);
  });

  it("finds nothing in texts that a checkout lacks", () => {
    const bare = {
      ...CHECKOUT,
      clientReference: null,
      description: null,
      customer: null,
      ...{ payments: [], pending: [] },
    };
    const unnamed = { ...bare, customer: { name: null, phone: null, email: null } };
    for (const text of ["order", "0922000111", "hanna"]) {
      expect(finds(text, bare)).toBe(false);
      expect(finds(text, unnamed)).toBe(false);
    }
  });
});

describe("creationOf", () => {
  it("contains the time of every id with that start", () => {
    for (let length = 4; length <= CHECKOUT.id.length; length += 1) {
      const range = creationOf(CHECKOUT.id.slice(0, length));
      expect(range?.from).toBeLessThanOrEqual(AT);
      expect(range?.to).toBeGreaterThanOrEqual(AT);
    }
    expect(creationOf(CHECKOUT.id.toUpperCase())).toEqual({ from: AT, to: AT });
  });

  it("is null for what is no start of an id", () => {
    for (const text of ["co_", "co_u", "co_0u", "co_9", "order-7", "eco_01", "co_0-1", ""])
      expect(creationOf(text)).toBeNull();
  });

  it.each([
    ["co_0", 0, 2 ** 45 - 1],
    ["co_000000000", 0, 31],
    ["co_0000000001", 1, 1],
    // The latest time of an id has no following one that could bound the list.
    ["co_7", 7 * 2 ** 45, 2 ** 48 - 2],
  ])("of %s is exactly the time that its characters leave open", (text, from, to) => {
    expect(creationOf(text)).toEqual({ from, to });
  });
});

it("checkoutMatcher finds no payer of a payment whose receiver is not confirmed: it may be a stranger", () => {
  const hidden = { ...PAYMENT, state: "doubtful", exceptions: ["receiver_unconfirmed"] } as const;
  const checkout = { ...CHECKOUT, payments: [hidden] };
  expect(finds("ተስፋዬ", checkout)).toBe(false);
  expect(finds("FT26-325ABC", checkout)).toBe(true);
});

describe("the phone number of a customer", () => {
  const isHanna = (phone: string, customer = CHECKOUT.customer) =>
    isCustomersPhone({ customer }, phone);
  const withPhone = (phone: string | null) => ({ name: null, phone, email: null });

  it.each([
    "+251 922 000 111",
    "251922000111",
    "00251 922 000 111",
    "0922 000-111",
    "922000111",
    "(0922) 000 111",
    "0922/000/111",
    "+251 (0)922 000 111",
    "tel:+251922000111",
    "\u2066+251922000111\u2069",
    "٠٩٢٢٠٠٠١١١",
    "０９２２ ０００ １１１",
    "𝟎𝟗𝟐𝟐𝟎𝟎𝟎𝟏𝟏𝟏",
    "𝟶𝟿𝟸𝟸𝟶𝟶𝟶𝟷𝟷𝟷",
  ])("is found as %s", (phone) => {
    expect(isHanna(phone)).toBe(true);
    expect(isHanna("+251922000111", withPhone(phone))).toBe(true);
  });

  it.each(["", "Hanna", "0922000112", "092200011", "00922000111", "+251 922 000 111 2"])(
    "is not %s",
    (phone) => {
      expect(isHanna(phone)).toBe(false);
    },
  );

  it("is nobody's where the checkout has none, whatever is asked for", () => {
    for (const customer of [null, withPhone(null), withPhone(""), withPhone("none")]) {
      for (const phone of ["", "-", "none", "0922000111"])
        expect(isHanna(phone, customer)).toBe(false);
    }
  });
});
