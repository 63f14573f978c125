import * as fc from "fast-check";
import { expect, test } from "vitest";
import { noticeLayouts } from "../../../lib/local/bank/phone-messages.ts";
import { NOTICE_PROVIDERS, readNotice } from "../../../lib/providers/notices.ts";
import { withoutBalances } from "../../../lib/providers/reading/notice-text.ts";
import { told } from "./told.ts";

const provider = fc.constantFrom(...NOTICE_PROVIDERS);
const PIECES = [
  "ETB 9,999.00",
  "9999 Birr",
  "Your current balance is ETB 5.00",
  "Ref No FT26328ZZZZ1",
  "transaction number DKX9ZZ9ZZ9",
  "You have received ETB 7.00",
  "https://evil.example/receipt/DKX9ZZ9ZZ9",
  "win a prize",
  "debited",
  "reversed",
  "\u202e",
  "።",
  "(2519****0042)",
];

test("any text gives a reading and never an exception", async () => {
  const text = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((all) => all.join(" ")),
  );
  await fc.assert(
    fc.property(provider, text, (id, given) => void readNotice(id, given).kind),
    {
      numRuns: 3_000,
    },
  );
});

test("whatever is put into or cut out of a bank's message, it never names more money or another reference", async () => {
  const change = fc.record({
    provider,
    layout: fc.nat(),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat({ max: 30 }),
    piece: fc.oneof(fc.constantFrom("", ...PIECES), fc.string({ maxLength: 12 })),
  });
  await fc.assert(
    fc.property(change, ({ provider: id, layout, at, cut, piece }) => {
      const names = noticeLayouts(id);
      const { text } = told(id, { layout: names[layout % names.length] ?? "" });
      const own = readNotice(id, text);
      const place = Math.floor(at * text.length);
      const reading = readNotice(id, text.slice(0, place) + piece + text.slice(place + cut));
      if (own.kind !== "payment") throw new Error(text);
      if (reading.kind !== "payment") return;
      const { notice } = reading;
      // A text that still reads as a payment may have lost digits of its amount, or gained some, but it has one amount.
      expect(notice.currency).toBe("ETB");
      expect(notice.amountMinor).toBeGreaterThan(0);
      if (!/[0-9A-Za-z]/.test(piece) && cut === 0) expect(notice).toEqual(own.notice);
    }),
    { numRuns: 3_000 },
  );
});

test("a payer's name changes nothing but the name", async () => {
  const letter = fc.constantFrom(
    ..."abcdefghijklmnopqrstuvwxyzABC አበበ.'-/&(),:0123456789*".split(""),
  );
  const name = fc.oneof(
    fc.array(letter, { minLength: 1, maxLength: 60 }).map((all) => all.join("")),
    fc
      .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 })
      .map((all) => all.join(" ")),
  );
  await fc.assert(
    fc.property(provider, fc.nat(), name, (id, layout, payer) => {
      const names = noticeLayouts(id);
      const chosen = names[layout % names.length] ?? "";
      const own = readNotice(id, told(id, { layout: chosen }).text);
      const reading = readNotice(
        id,
        told(id, { layout: chosen, transfer: { payer_name: payer } }).text,
      );
      if (own.kind !== "payment" || reading.kind !== "payment") return;
      const { payer: _one, ...without } = own.notice;
      const { payer: _other, ...rest } = reading.notice;
      expect(rest).toEqual(without);
      expect(reading.balanceMinor).toBe(own.balanceMinor);
    }),
    { numRuns: 3_000 },
  );
});

test("what is kept of an unreadable message shows no digit of a balance", async () => {
  for (const id of NOTICE_PROVIDERS) {
    for (const layout of noticeLayouts(id)) {
      const kept = withoutBalances(told(id, { layout, balance: 8_765_432 }).text);
      expect(kept).not.toMatch(/87,?654/);
    }
  }
});
