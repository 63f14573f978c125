import { ServiceError } from "../../lib/domain/errors.ts";
import { newId } from "../../lib/domain/ids.ts";
import { getAttempt, leaseAttempt } from "../../lib/store/attempts.ts";
import { cancelCheckout } from "../../lib/use-cases/checkouts/cancel.ts";
import { approveCheckout } from "../../lib/use-cases/verification/approve.ts";
import { settleAttempt } from "../../lib/use-cases/verification/settle.ts";
import type { AttemptState } from "../../lib/use-cases/verification/settlement.ts";
import { grantCredits } from "../support/grant-credits.ts";
import { receiptOf, submitted } from "../support/verification-desk.ts";
import { moveClockTo } from "./clock.ts";
import { type ModelNames, REFERENCES, type Ref } from "./model-names.ts";

const ALIASES: Readonly<Record<Ref, readonly Ref[]>> = { r1: ["r2"], r2: [] };

/** The model's steps of settlement, each by the real function that makes it. */
export class SettlementSteps {
  readonly #names: ModelNames;
  readonly #workers = new Map<string, AttemptState>();

  constructor(names: ModelNames) {
    this.#names = names;
  }

  async submit(c: string, r: string): Promise<void> {
    const state = await submitted(await this.#names.checkout(c), REFERENCES[r as Ref]);
    this.#names.attempts.set(`${c}/${r}`, state.attempt.id);
    this.#workers.set(`${c}/${r}/1`, state);
  }

  async resume(c: string, r: string): Promise<void> {
    const checkout = await this.#names.checkout(c);
    const attempt = await getAttempt(
      this.#names.table,
      checkout.id,
      this.#names.attempts.get(`${c}/${r}`) ?? "",
    );
    if (!attempt) throw new Error("the attempt is gone");
    moveClockTo(attempt.leaseUntil);
    const leased = await leaseAttempt(this.#names.table, attempt, Date.now(), 30_000);
    if (!leased) throw new Error("the attempt could not be leased");
    this.#workers.set(`${c}/${r}/${leased.tries}`, { checkout, attempt: leased });
  }

  /** The worker's last step: what it read is settled, with all that it knew when it began. */
  async settle(worker: string, result: "fits" | "doubtful" | "down" | "manual"): Promise<void> {
    const state = this.#workers.get(worker);
    if (!state) throw new Error(`there is no worker ${worker}`);
    this.#workers.delete(worker);
    const [, r = "r1"] = worker.split("/") as [string, Ref];
    const { amount, createdAt } = state.checkout;
    const aliases = ALIASES[r].map((alias) => ({
      provider: "telebirr" as const,
      reference: REFERENCES[alias],
    }));
    const receipt = receiptOf(REFERENCES[r], { amountMinor: amount, paidAt: createdAt, aliases });
    const doubtful = { ...receipt, receiver: { ...receipt.receiver, account: null } };
    const results = {
      fits: { kind: "receipt", receipt },
      doubtful: { kind: "receipt", receipt: doubtful },
      down: { kind: "unavailable", why: "timeout" },
      manual: { kind: "manual" },
    } as const;
    await settleAttempt(state, results[result]);
  }

  crashWorker(worker: string): void {
    this.#workers.delete(worker);
  }

  /** A second time where the first one warns. */
  async approve(c: string): Promise<void> {
    const approve = () =>
      approveCheckout({
        ...{ by: "usr_model", reason: "seen in the account", now: Date.now() },
        load: () => this.#names.checkout(c),
        alongside: () => [],
      });
    await approve().catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === "conflict") return approve();
      throw error;
    });
  }

  async cancel(c: string): Promise<void> {
    await cancelCheckout(
      () => this.#names.checkout(c),
      Date.now(),
      () => [],
    );
  }

  /** Twice, as a message that comes twice would do it: the second one must be refused. */
  async grant(a: string, g: string): Promise<void> {
    const { accountId } = this.#names.merchant(a);
    const id = newId("led_", 1, new TextEncoder().encode(`${g}0000000000`));
    const entry = { id, accountId, kind: "grant", credits: 1, source: g, note: null } as const;
    const first = await grantCredits(this.#names.table, { ...entry, createdAt: Date.now() });
    const second = await grantCredits(this.#names.table, { ...entry, createdAt: Date.now() });
    if (!first.committed || second.committed) throw new Error("a grant counts exactly once");
  }
}
