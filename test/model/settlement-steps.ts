import type { AttemptState } from "../../lib/domain/attempt.ts";
import { isPending } from "../../lib/domain/checkout.ts";
import { newId } from "../../lib/domain/ids.ts";
import { getAttempt, leaseAttempt, removeWrite } from "../../lib/store/attempts.ts";
import { commitOne } from "../../lib/store/transact.ts";
import { cancelCheckout } from "../../lib/use-cases/checkouts/change.ts";
import { approveCheckout, releasePayment } from "../../lib/use-cases/verification/decisions.ts";
import { checkoutListing } from "../../lib/use-cases/verification/resume.ts";
import { settleAttempt } from "../../lib/use-cases/verification/settle-attempt.ts";
import { grantCredits } from "../support/merchant.ts";
import { receiptOf, unlisted } from "../support/verification.ts";
import { moveClockTo } from "./clock.ts";
import { type ModelNames, REFERENCES, type Ref, UNIT } from "./model-names.ts";

const ALIASES: Readonly<Record<Ref, readonly Ref[]>> = { r1: ["r2"], r2: [], r3: [] };

/** A worker that took the attempt before the checkout listed it reads again. */
async function listed(state: AttemptState): Promise<AttemptState> {
  if (isPending(state.checkout, state.attempt.id)) return state;
  return { ...state, checkout: (await checkoutListing(state.attempt)) ?? state.checkout };
}

type Begun = Awaited<ReturnType<typeof unlisted>>;

/** The model's steps of settlement, each by the real function that makes it. */
export class SettlementSteps {
  readonly #names: ModelNames;
  readonly #begins = new Map<string, Begun>();
  readonly #workers = new Map<string, AttemptState>();

  constructor(names: ModelNames) {
    this.#names = names;
  }

  /** The first write of a submission. */
  async store(c: string, r: string): Promise<void> {
    const begun = await unlisted(await this.#names.checkout(c), REFERENCES[r as Ref]);
    this.#names.attempts.set(`${c}/${r}`, begun.attempt.id);
    this.#begins.set(`${c}/${r}`, begun);
  }

  /** The second write, and what follows if it is refused. */
  async list(c: string, r: string, expected: "listed" | "refused"): Promise<void> {
    const { attempt, list } = this.#begun(c, r);
    const checkout = await list();
    if ((checkout === null) !== (expected === "refused")) throw new Error(`it is not ${expected}`);
    if (checkout === null) await commitOne(this.#names.table, removeWrite(attempt));
    else this.#workers.set(`${c}/${r}/1`, { checkout, attempt });
    this.#begins.delete(`${c}/${r}`);
  }

  crashSubmission(c: string, r: string): void {
    this.#begun(c, r);
    this.#begins.delete(`${c}/${r}`);
  }

  /** A worker whose attempt no checkout lists. */
  async remove(worker: string): Promise<void> {
    const listing = await checkoutListing(this.#worker(worker).attempt);
    if (listing !== null) throw new Error("a checkout lists the attempt");
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
    const state = await listed(this.#worker(worker));
    const [, r = "r1"] = worker.split("/") as [string, Ref];
    const { createdAt } = state.checkout;
    const aliases = ALIASES[r].map((alias) => ({
      provider: "telebirr" as const,
      reference: REFERENCES[alias],
    }));
    const receipt = receiptOf(REFERENCES[r], { amountMinor: UNIT, paidAt: createdAt, aliases });
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

  #begun(c: string, r: string): Begun {
    const begun = this.#begins.get(`${c}/${r}`);
    if (!begun) throw new Error(`${r} is not being submitted for ${c}`);
    return begun;
  }

  /** What a worker knows, before its last step. */
  #worker(worker: string): AttemptState {
    const state = this.#workers.get(worker);
    if (!state) throw new Error(`there is no worker ${worker}`);
    this.#workers.delete(worker);
    return state;
  }

  async approve(c: string): Promise<void> {
    const { sequence } = await this.#names.checkout(c);
    await approveCheckout({
      ...{ by: "usr_model", reason: "seen in the account", now: Date.now(), sequence },
      load: () => this.#names.checkout(c),
      alongside: () => [],
    });
  }

  async release(c: string, r: string): Promise<void> {
    const { sequence, payments } = await this.#names.checkout(c);
    const id = this.#names.attempts.get(`${c}/${r}`);
    const payment = payments.find(({ attemptId }) => attemptId === id);
    if (!payment) throw new Error(`${c} does not hold ${r}`);
    await releasePayment(
      {
        ...{ by: "usr_model", reason: "of another order", now: Date.now(), sequence },
        load: () => this.#names.checkout(c),
        alongside: () => [],
      },
      payment,
    );
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
