import { draftTransfers } from "./draft-transfer.ts";
import { seededCharacters } from "./references.ts";
import type { BankTransfer } from "./transfer.ts";
import type { TransferInput } from "./transfer-input.ts";

/**
 * The legs of a transfer without a ledger, for tests that render many: the asked provider's first.
 * The same input, time and seed give the same legs.
 */
export function sampleTransfers(
  input: TransferInput,
  nowMs: number,
  seed = "sample",
): readonly [BankTransfer, ...BankTransfer[]] {
  const [asked, ...others] = draftTransfers(input, {
    nowMs,
    defaults: {},
    characters: seededCharacters(seed),
    taken: () => false,
  });
  if (asked === undefined) throw new Error("a transfer has at least one leg");
  return [asked, ...others];
}
