import fc from "fast-check";
import { expect, test } from "vitest";
import {
  draftTransfers,
  seededCharacters,
  type TransferInput,
} from "../../../lib/local/bank/draft-transfer.ts";
import { UnknownVariant, variantsOf } from "../../../lib/local/bank/layout-table.ts";
import { renderReceipt } from "../../../lib/local/bank/simulator.ts";
import { BANK_PROVIDERS, type BankTransfer } from "../../../lib/local/bank/transfer.ts";
import { receiptText } from "./receipt-text.ts";
import { NOW_MS } from "./simulated-bank.ts";

/** The asked leg of a transfer without a ledger. The same input gives the same leg. */
function sampleTransfer(input: TransferInput): BankTransfer {
  const [asked] = draftTransfers(input, {
    nowMs: NOW_MS,
    defaults: {},
    characters: seededCharacters("sample"),
    taken: () => false,
  });
  if (asked === undefined) throw new Error("a transfer has at least one leg");
  return asked;
}

const anyTransfer = fc.record({
  provider: fc.constantFrom(...BANK_PROVIDERS),
  variant: fc.nat({ max: 5 }),
  amount: fc.integer({ min: 1, max: 1_000_000_000_000 }),
  fee: fc.integer({ min: 0, max: 100_000 }),
  currency: fc.constantFrom("ETB", "USD"),
  status: fc.constantFrom("completed" as const, "pending" as const),
  masked: fc.boolean(),
  date_only: fc.boolean(),
  receiver_name: fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
  redesigned: fc.boolean(),
});

test("any transfer is printed in any variant, the same way each time", async () => {
  await fc.assert(
    fc.asyncProperty(anyTransfer, async ({ redesigned, variant, ...input }) => {
      const variants = variantsOf(input.provider);
      const name = variants[variant % variants.length]?.name ?? "";
      const transfer = sampleTransfer({ ...input, variant: name });
      const answer = await renderReceipt(transfer, name, redesigned);
      expect(answer.body.length).toBeGreaterThan(0);
      expect((await renderReceipt(transfer, name, redesigned)).body).toEqual(answer.body);
    }),
    { numRuns: 60 },
  );
});

test("a PDF is whole: it begins and ends as PDFs do, and holds the reference", async () => {
  const transfer = sampleTransfer({ provider: "cbe_birr", amount: 100 });
  const { body, headers } = await renderReceipt(transfer);
  const raw = Buffer.from(body).toString("latin1");
  expect(raw.startsWith("%PDF-")).toBe(true);
  expect(raw.trimEnd().endsWith("%%EOF")).toBe(true);
  const type = headers["content-type"] ?? "";
  expect(await receiptText({ bytes: body, type, text: "" })).toContain(transfer.reference);
});

test("an unknown variant is an error that names the known ones", async () => {
  const transfer = sampleTransfer({ provider: "boa", amount: 100 });
  await expect(renderReceipt(transfer, "gold")).rejects.toThrow(UnknownVariant);
  await expect(renderReceipt(transfer, "gold")).rejects.toThrow("usual");
});
