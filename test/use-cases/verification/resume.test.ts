import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AttemptState } from "../../../lib/domain/attempt.ts";
import { resumeAttempt } from "../../../lib/use-cases/verification/resume.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import { open, receiptOf, setUpVerification, submitted } from "../../support/verification.ts";

const desk = setUpVerification();
let merchant: Merchant;
let made = 0;

beforeAll(async () => {
  merchant = await createMerchant(desk.table, { credits: 10 });
});
beforeEach(() => {
  desk.messages.length = 0;
});

/** Another worker asks the bank at present. */
const leased = async () => submitted(await open(merchant), `DKV000000${++made}`);
const messageOf = ({ attempt }: AttemptState, cause: "due" | "resumed" | "trial") => ({
  ...{ version: 1 as const, checkout_id: attempt.checkoutId, attempt_id: attempt.id },
  ...{ not_before: Date.now(), cause },
});

describe("a wake-up that meets another worker's lease", () => {
  it.each(["resumed", "trial"] as const)(
    "comes again at its end, if something new has caused it: %s",
    async (cause) => {
      const state = await leased();
      await resumeAttempt(messageOf(state, cause));
      const { id, leaseUntil } = state.attempt;
      expect(desk.messages).toEqual([
        expect.objectContaining({ attempt_id: id, not_before: leaseUntil, cause }),
      ]);
    },
  );

  it("is dropped as a duplicate, if only its time has come", async () => {
    await resumeAttempt(messageOf(await leased(), "due"));
    expect(desk.messages).toEqual([]);
  });

  it("is dropped, if the attempt is settled by then", async () => {
    const state = await leased();
    const receipt = receiptOf(state.attempt.lookup.reference);
    await settleAttempt(state, { kind: "receipt", receipt });
    await resumeAttempt(messageOf(state, "resumed"));
    expect(desk.messages).toEqual([]);
  });
});
