import { SHOP } from "../support/merchant.ts";
import { type Answer, reply } from "./answer.ts";
import type { Prng } from "./prng.ts";
import { time } from "./virtual-time.ts";

/** How the bank answers for a while. */
export const BANK_MOODS = ["honest", "down", "slow", "changed page", "forgetful", "lying"] as const;
export type BankMood = (typeof BANK_MOODS)[number];

/** What a customer may do wrong with a transfer. */
export const TRANSFER_KINDS = [
  "right",
  "short",
  "half",
  "over",
  "wrong receiver",
  "masked receiver",
  "pending",
  "old",
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

interface Receipt {
  readonly reference: string;
  readonly amount: string;
  readonly status: string;
  readonly paid_at: string;
  readonly name: string;
  readonly account: string;
}

const CANARY = "GW0000000000";

/** A bank with a JSON receipt for each transfer. The receipt may lie. */
export class Bank {
  mood: BankMood = "honest";
  /** Since when each answer shows a transfer as reversed, by its reference; ms. */
  readonly reversedAt = new Map<string, number>();
  readonly #receipts = new Map<string, Receipt>();
  readonly #random: () => Prng;

  constructor(random: () => Prng) {
    this.#random = random;
  }

  /** The first transfer under a reference stays; a bank gives each reference once. */
  transfer(reference: string, kind: TransferKind, amountMinor: number): void {
    if (this.#receipts.has(reference)) return;
    const wrong = {
      short: amountMinor - 1,
      half: Math.ceil(amountMinor / 2),
      over: amountMinor + 500,
    };
    const amount = wrong[kind as keyof typeof wrong];
    const paidAt = time.now - (kind === "old" ? 3 * 86_400_000 : 0);
    const masked = kind === "masked receiver";
    this.#receipts.set(reference, {
      reference,
      amount: String(amount ?? amountMinor),
      status: kind === "pending" ? "PENDING" : "SUCCESS",
      paid_at: new Date(paidAt).toISOString(),
      name: masked ? "Another Name" : SHOP.name,
      account: kind === "wrong receiver" ? "251900000999" : masked ? "2519****0001" : SHOP.number,
    });
  }

  /** Reverses a transfer, if there is one. */
  reverse(reference: string): void {
    const receipt = this.#receipts.get(reference);
    if (receipt?.status !== "SUCCESS") return;
    this.#receipts.set(reference, { ...receipt, status: "REVERSED" });
    this.reversedAt.set(reference, time.now);
  }

  /** The answer to one GET. @param path `/{reference}` */
  answer(path: string): Answer {
    const reference = path.slice(1);
    const mood = this.mood;
    if (mood === "down") {
      return this.#random().chance(0.5) ? reply(0, "") : reply(503, "{}");
    }
    if (mood === "slow") return { ...this.#honest(reference), takesMs: 12_000 };
    if (reference === CANARY) return mood === "changed page" ? reply(200, "{}") : NOT_FOUND;
    if (mood === "changed page") return reply(200, '{"page":"changed"}');
    if (mood === "forgetful" && this.#random().chance(0.5)) return NOT_FOUND;
    return mood === "lying" ? this.#lie(reference) : this.#honest(reference);
  }

  #honest(reference: string): Answer {
    const receipt = this.#receipts.get(reference);
    return receipt === undefined ? NOT_FOUND : reply(200, JSON.stringify(receipt));
  }

  /** Another payer's receipt, an invented one, half a page, or another status each time. */
  #lie(reference: string): Answer {
    const random = this.#random();
    const known = [...this.#receipts.values()];
    const other = known.length > 0 ? random.pick(known) : null;
    if (other === null) return this.#honest(reference);
    this.reversedAt.delete(reference);
    switch (random.below(5)) {
      case 0:
        return reply(200, JSON.stringify(other));
      case 1:
        return reply(200, JSON.stringify({ ...other, reference }));
      case 2:
        return reply(200, JSON.stringify(other).slice(0, 40));
      case 3:
        return reply(200, JSON.stringify({ ...other, reference, status: "REVERSED" }));
      default:
        return this.#honest(reference);
    }
  }
}

const NOT_FOUND = reply(404, '{"code":"NOT_FOUND"}');
