import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Expectation, matchReceipt } from "../../lib/domain/matching.ts";
import { isWallet, type ProviderId } from "../../lib/domain/provider.ts";
import type { BankProvider } from "../../lib/local/bank/transfer.ts";
import type { LookupContext } from "../../lib/providers/adapter.ts";
import {
  type Booked,
  NOW,
  SimulatedBank,
  type Transfer,
} from "../providers/fixtures/simulated-bank.ts";

// Readers and simulator were written apart, from the same facts: where they meet, both are held to them.

type Bank = BankProvider & Exclude<ProviderId, "http">;
type Decision = "count" | "doubt" | "refuse" | "unreadable";
/** How far matching gets by itself depends on what a variant shows of the receiver and the time. */
const VARIANTS: readonly (readonly [Bank, string, Decision])[] = [
  ["telebirr", "classic", "count"],
  ["telebirr", "english", "count"],
  ["telebirr", "unmasked", "count"],
  ["telebirr", "latin", "count"],
  ["cbe", "json", "count"],
  ["cbe", "json-unmasked", "count"],
  ["cbe", "json-grouped", "count"],
  ["cbe", "pdf", "count"],
  ["cbe", "pdf-columns", "count"],
  ["cbe", "pdf-inline", "count"],
  ["cbe", "pdf-unmasked", "count"],
  ["boa", "usual", "count"],
  ["boa", "four-digits", "count"],
  ["boa", "unmasked", "count"],
  ["boa", "amount-number", "count"],
  ["boa", "no-receiver", "doubt"],
  ["dashen", "paragraphs", "count"],
  ["dashen", "paragraphs-unmasked", "count"],
  ["dashen", "table", "count"],
  ["dashen", "divs", "count"],
  ["dashen", "list", "count"],
  ["awash", "account", "count"],
  ["awash", "interbank", "refuse"],
  ["awash", "merchant", "count"],
  // Names no institution.
  ["awash", "send-money", "doubt"],
  ["awash", "telebirr", "refuse"],
  ["awash", "mpesa", "refuse"],
  ["cbe_birr", "usual", "count"],
  ["cbe_birr", "own-amount", "count"],
  ["cbe_birr", "masked", "count"],
  ["mpesa", "send-money", "count"],
  ["mpesa", "business", "count"],
  ["mpesa", "english", "count"],
  // Names no bank, and cannot be M-Pesa itself.
  ["mpesa", "interoperable", "doubt"],
  ["wegagen", "usual", "count"],
  ["wegagen", "hidden", "doubt"],
  ["wegagen", "other", "doubt"],
  ["amhara", "incoming", "count"],
  ["amhara", "internal", "count"],
  ["amhara", "outgoing", "doubt"],
];
const BANKS = [...new Set(VARIANTS.map(([bank]) => bank))];
const ACCOUNTS: Readonly<Record<Bank, string>> = {
  telebirr: "251911000142",
  cbe: "1000200300401",
  boa: "123456788",
  dashen: "5012345678011",
  awash: "01320123456789",
  cbe_birr: "251911000143",
  mpesa: "251711000142",
  wegagen: "0500300400101",
  amhara: "9900003004011",
};
const SHOP = "Selam Coffee Shop";
const PAYER_PHONE = "251911000100";
const CREATED_AT = NOW - 4 * 3_600_000;
const MINUTE_MS = 60_000;

const word = fc.stringMatching(/^[A-Z][a-z]{2,9}$/);
const transfers = fc.record({
  amount: fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 10 ** 12 })),
  fee: fc.integer({ min: 0, max: 100_000 }),
  payer_name: fc.array(word, { minLength: 2, maxLength: 3 }).map((words) => words.join(" ")),
  reason: word,
  paid_at: fc
    .integer({ min: CREATED_AT / 1000 + 120, max: NOW / 1000 - 120 })
    .map((second) => new Date(second * 1000).toISOString()),
  sms_language: fc.constantFrom("en", "am"),
});

function transferOf(provider: Bank, variant: string, drawn: object): Transfer {
  return {
    provider,
    variant,
    amount: 150_000,
    receiver_account: ACCOUNTS[provider],
    receiver_name: SHOP,
    payer_name: "Almaz Girma",
    payer_account: isWallet(provider) ? PAYER_PHONE : "1320999888777",
    paid_at: new Date(NOW - 60 * MINUTE_MS).toISOString(),
    ...drawn,
  };
}

function contextOf(provider: Bank): LookupContext {
  return {
    accounts: [{ provider, accountName: SHOP, accountNumber: ACCOUNTS[provider] }],
    payerPhone: PAYER_PHONE,
    tries: 0,
    expected: {
      amountMinor: 150_000,
      dueMinor: 150_000,
      currency: "ETB",
      createdAt: CREATED_AT,
      expiresAt: CREATED_AT,
    },
    now: NOW,
  };
}

function expectationOf(provider: Bank, changes: Partial<Expectation> = {}): Expectation {
  return {
    amountMinor: 150_000,
    currency: "ETB",
    createdAt: CREATED_AT,
    expiresAt: NOW + 3_600_000,
    submittedAt: NOW,
    graceMs: 86_400_000,
    latePolicy: "review",
    usedBefore: false,
    accounts: [{ id: "pm_1", provider, accountName: SHOP, accountNumber: ACCOUNTS[provider] }],
    ...changes,
  };
}

/** The reading through what the payer pastes: these receipts are not found by a bare reference. */
const BY_LINK = ["wegagen", "boa"];
async function lookupResultOf(
  simulator: SimulatedBank,
  provider: Bank,
  variant: string,
  booked: Booked,
) {
  const isByLink = variant.startsWith("json") || BY_LINK.includes(provider);
  const input = isByLink ? (booked.link ?? "") : booked.reference;
  const found = simulator.recognize(input, BANKS, provider);
  if (found.kind !== "lookup") throw new Error(`${input} is ${found.kind}`);
  return simulator.read(found.lookup, contextOf(provider));
}

describe.each(VARIANTS)("a receipt of %s laid out as %s", (provider, variant, decision) => {
  const linkForm = variant.startsWith("json") ? "json" : "pdf";
  const simulator = new SimulatedBank();
  const run = async (changes: object) => {
    const transfer = transferOf(provider, variant, { link_form: linkForm, ...changes });
    const booked = await simulator.book(transfer);
    return { transfer, booked, result: await lookupResultOf(simulator, provider, variant, booked) };
  };

  test(`of any transfer comes back as it was booked (${decision})`, async () => {
    await fc.assert(
      fc.asyncProperty(transfers, async (drawn) => {
        const { booked, result } = await run(drawn);
        if (decision === "unreadable") return void expect(result.kind).toBe("unreadable");
        if (result.kind !== "receipt") throw new Error(JSON.stringify(result));
        const { receipt } = result;
        expect(receipt).toMatchObject({
          provider,
          ...(provider === "awash" ? {} : { reference: booked.reference }),
          status: "completed",
          amountMinor: drawn.amount,
          currency: "ETB",
        });
        const precision = receipt.dateOnly ? 86_400_000 : MINUTE_MS;
        expect(Math.abs(Date.parse(drawn.paid_at) - receipt.paidAt)).toBeLessThan(precision);
        expect([null, drawn.payer_name]).toContain(receipt.payer.name);
        const match = matchReceipt(receipt, expectationOf(provider, { amountMinor: drawn.amount }));
        expect(match.decision).toBe(decision);
      }),
      { numRuns: 12 },
    );
  });

  test("that differs in amount, receiver, status, currency or day is never verified", async () => {
    const mutation = fc.oneof(
      fc.integer({ min: 1, max: 149_999 }).map((amount) => ({ amount })),
      fc.stringMatching(/^[1-8][0-9]{3}$/).map((tail) => ({
        receiver_account:
          ACCOUNTS[provider].slice(0, -4) + (ACCOUNTS[provider].endsWith(tail) ? "0009" : tail),
      })),
      fc.constantFrom("pending", "reversed", "failed").map((status) => ({ status })),
      fc.constantFrom("USD", "EUR", "KES").map((currency) => ({ currency })),
      fc.integer({ min: 2, max: 400 }).map((days) => ({
        paid_at: new Date(CREATED_AT - days * 86_400_000).toISOString(),
      })),
      fc.constantFrom("receiver", "amount", "date", "reference").map((part) => ({ omit: [part] })),
    );
    await fc.assert(
      fc.asyncProperty(mutation, async (changes) => {
        const { result } = await run({ suffix_of: "either", ...changes });
        if (result.kind !== "receipt") return;
        const match = matchReceipt(result.receipt, expectationOf(provider));
        // Money that came short counts toward the amount, and does not reach it.
        const reaches = match.decision === "count" && result.receipt.amountMinor >= 150_000;
        expect(reaches, JSON.stringify(match.fields)).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  test("whose free text imitates the page shows the booked values, or nothing", async () => {
    const label = fc.constantFrom(
      "Settled Amount",
      "Transferred Amount",
      "Amount",
      "Total",
      "Receiver",
      "Receiver Name",
      "Account",
      "transaction status",
      "Paid amount",
      "TOTAL",
      "Transaction ID",
    );
    const reason = fc.oneof(
      label,
      label.map((text) => `${text}: 9,999.00 Birr`),
      fc.constantFrom(
        "<td>Settled Amount</td><td>9.00 Birr</td>",
        "</html>",
        "&lt;b&gt; & 'x' \"y\"",
        "Completed",
        "5.00 ETB",
      ),
    );
    await fc.assert(
      fc.asyncProperty(reason, async (text) => {
        const { result } = await run({ reason: text });
        if (result.kind !== "receipt") return void expect(result.kind).toBe("unreadable");
        expect(result.receipt).toMatchObject({ amountMinor: 150_000, status: "completed" });
        const match = matchReceipt(result.receipt, expectationOf(provider));
        expect(match.decision).toBe(decision);
      }),
      { numRuns: 12 },
    );
  });

  test("from a host in trouble is never a receipt with other values", async () => {
    for (const mode of ["down", "garbled", "changed"]) {
      await simulator.call("PUT", `bank/${provider}/mode/`, { mode });
      for (let turn = 0; turn < 3; turn += 1) {
        const { result } = await run({});
        if (result.kind === "receipt") {
          expect(result.receipt.amountMinor).toBe(150_000);
        } else {
          expect(["unreadable", "unavailable"]).toContain(result.kind);
        }
      }
    }
    await simulator.call("PUT", `bank/${provider}/mode/`, { mode: "up" });
  });
});

describe("what the payer holds", () => {
  const forms = BANKS.flatMap((bank) =>
    ["en", "am"].flatMap((language) =>
      ["debit", "credit"].map((side) => [bank, language, side] as const),
    ),
  );

  test.each(forms)("of %s leads to one receipt, by link and SMS (%s, %s)", async (...form) => {
    const [provider, sms_language, sms_side] = form;
    const simulator = new SimulatedBank();
    const booked = await simulator.book(
      transferOf(provider, "", { variant: undefined, link_form: "pdf", sms_language, sms_side }),
    );
    for (const input of [booked.link ?? "", booked.sms ?? ""]) {
      expect(simulator.recognize(input, BANKS), input).toMatchObject({
        kind: "lookup",
        lookup: { provider, reference: expect.stringMatching(`^${booked.reference}`) },
      });
    }
  });

  test.each(BANKS.filter((bank) => bank !== "wegagen"))(
    "of %s leads to one receipt by the bare reference",
    async (provider) => {
      const simulator = new SimulatedBank();
      const { reference } = await simulator.book(transferOf(provider, "", { variant: undefined }));
      const found = simulator.recognize(reference.toLowerCase(), BANKS, provider);
      expect(found).toMatchObject({ kind: "lookup", lookup: { provider, reference } });
    },
  );

  test.each(BANKS)("of %s is not found where nothing was booked", async (provider) => {
    const simulator = new SimulatedBank();
    const lookup = simulator.adapters[provider].canary?.();
    if (!lookup) throw new Error("no canary");
    expect(await simulator.read(lookup, contextOf(provider))).toEqual({ kind: "not_found" });
  });

  test("of a payment from a wallet into a bank claims or names the bank's side", async () => {
    const simulator = new SimulatedBank();
    for (const via of ["cbe", "boa", "dashen", "awash"] as const) {
      const account = ACCOUNTS[via];
      const booked = await simulator.book(
        transferOf("telebirr", "classic", { via, receiver_account: account }),
      );
      const result = await lookupResultOf(simulator, "telebirr", "classic", booked);
      expect(result).toMatchObject({
        kind: "receipt",
        receipt: { receiver: { institution: via, account, name: SHOP } },
      });
    }
  });

  test("when hostile makes no call", async () => {
    const simulator = new SimulatedBank();
    const tails = ["/../x", "?x=1", "&PH=251911000100", "\r\nX: y", "\u0000", "😀", "%00", "#"];
    for (const provider of BANKS) {
      const booked = await simulator.book(transferOf(provider, "", { variant: undefined }));
      for (const tail of tails) {
        const found = simulator.recognize(booked.reference + tail, BANKS, provider);
        if (found.kind === "lookup") await simulator.read(found.lookup, contextOf(provider));
      }
    }
    const log = await simulator.call("GET", "bank/requests/");
    expect(
      log.body instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(log.body)) : log.body,
    ).toEqual({ data: [] });
  });
});
