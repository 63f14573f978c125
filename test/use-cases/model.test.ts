import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { AttemptState } from "../../lib/domain/attempt.ts";
import {
  type Checkout,
  type CheckoutStatus,
  shownStatus,
  TRANSITIONS,
} from "../../lib/domain/checkout.ts";
import type { ServiceError } from "../../lib/domain/errors.ts";
import { newId } from "../../lib/domain/ids.ts";
import { randomBytes, table } from "../../lib/pipeline/deps.ts";
import { overdueAttempts, parkedAttempts } from "../../lib/store/attempts.ts";
import { dueCheckouts, getCheckout } from "../../lib/store/checkouts.ts";
import { getClaim } from "../../lib/store/claims.ts";
import { cancelCheckout, expireCheckout } from "../../lib/use-cases/checkouts/change.ts";
import { resumeAttempt } from "../../lib/use-cases/verification/resume.ts";
import { settleAttempt } from "../../lib/use-cases/verification/settle-attempt.ts";
import { createMerchant, grantCredits, type Merchant } from "../support/merchant.ts";
import { LONG_TEST_MS } from "../support/table.ts";
import {
  accounts,
  eventTypes,
  open,
  receiptOf,
  setUpVerification,
  submitted,
} from "../support/verification.ts";

const verification = setUpVerification();
beforeAll(() => {
  // Whatever is tried again finds a bank that cannot be reached.
  process.env.PROVIDER_TELEBIRR_BASE_URL = "http://127.0.0.1:1";
});
afterAll(() => {
  vi.useRealTimers();
});

type Answer = "matched" | "short" | "missing" | "down" | "crash";

/** What the test itself knows; everything else is read from the table. */
interface Model {
  granted: number;
  /** The last status of each checkout that was seen. */
  readonly seen: Map<string, CheckoutStatus>;
}

/** One account on a clock of its own, with everything that can happen to it. */
class Shop {
  readonly merchant: Merchant;
  readonly checkouts: string[] = [];
  readonly references = new Set<string>();
  #grants = 0;

  constructor(merchant: Merchant) {
    this.merchant = merchant;
  }

  async create(): Promise<void> {
    try {
      this.checkouts.push((await open(this.merchant, { expires_in: 600 })).id);
    } catch (error) {
      if ((error as ServiceError).code !== "insufficient_credits") throw error;
    }
  }

  /** The payer types a reference, and the bank answers, or the function dies before that. */
  async submit(pick: number, reference: string, answer: Answer): Promise<void> {
    const checkout = await this.checkout(pick);
    if (!checkout) return;
    let state: AttemptState;
    try {
      state = await submitted(checkout, reference);
    } catch {
      return;
    }
    this.references.add(reference);
    if (answer === "crash") return;
    await settleAttempt(state, lookupResultOf(reference, answer));
  }

  /** Two at the same time, as two customers with one receipt do it. */
  async race(first: number, second: number, reference: string): Promise<void> {
    await Promise.all([
      this.submit(first, reference, "matched"),
      this.submit(second, reference, "matched"),
    ]);
  }

  async grant(credits: number, repeat: boolean): Promise<number> {
    this.#grants += 1;
    const entry = {
      id: newId("led_", Date.now(), randomBytes(10)),
      accountId: this.merchant.accountId,
      kind: "grant",
      credits,
      source: `grant-${this.#grants}`,
      note: null,
      createdAt: Date.now(),
    } as const;
    const commit = await grantCredits(table(), entry);
    if (repeat) expect((await grantCredits(table(), entry)).committed).toBe(false);
    for (const attempt of await parkedAttempts(table(), this.merchant.accountId, 100)) {
      await this.wake(attempt, "resumed");
    }
    return commit.committed ? credits : 0;
  }

  /** Credits that the operator takes back; never more than there are. */
  async adjust(credits: number): Promise<number> {
    const commit = await grantCredits(table(), {
      id: newId("led_", Date.now(), randomBytes(10)),
      accountId: this.merchant.accountId,
      kind: "adjust",
      credits: -credits,
      source: "operator",
      note: null,
      createdAt: Date.now(),
    });
    return commit.committed ? -credits : 0;
  }

  async cancel(pick: number): Promise<void> {
    const id = this.checkouts[pick % Math.max(1, this.checkouts.length)];
    if (id === undefined) return;
    const load = async () => (await getCheckout(table(), id)) as Checkout;
    await cancelCheckout(load, Date.now(), () => []).catch((error: ServiceError) => {
      expect(error.code).toBe("checkout_not_open");
    });
  }

  /** Time goes by, and the sweepers run, each twice at once. */
  async pass(minutes: number): Promise<void> {
    vi.setSystemTime(Date.now() + minutes * 60_000);
    const due = await dueCheckouts(table(), Date.now(), 100);
    await Promise.all([...due, ...due].map((id) => expireCheckout(id, Date.now())));
    const overdue = await overdueAttempts(table(), Date.now(), 100);
    await Promise.all([...overdue, ...overdue].map((attempt) => this.wake(attempt, "resumed")));
  }

  async checkout(pick: number): Promise<Checkout | null> {
    const id = this.checkouts[pick % Math.max(1, this.checkouts.length)];
    return id === undefined ? null : getCheckout(table(), id);
  }

  private wake(attempt: { id: string; checkoutId: string }, cause: "due" | "resumed") {
    const { id: attempt_id, checkoutId: checkout_id } = attempt;
    return resumeAttempt({ version: 1, checkout_id, attempt_id, not_before: 0, cause });
  }
}

function lookupResultOf(reference: string, answer: Exclude<Answer, "crash">) {
  switch (answer) {
    case "matched":
      return { kind: "receipt", receipt: receiptOf(reference) } as const;
    case "short":
      return { kind: "receipt", receipt: receiptOf(reference, { amountMinor: 1 }) } as const;
    case "missing":
      return { kind: "not_found" } as const;
    case "down":
      return { kind: "unavailable", why: "timeout" } as const;
  }
}

/** Holds after every step, whatever came before. */
async function assertInvariants(model: Model, shop: Shop): Promise<void> {
  const { accountId } = shop.merchant;
  const { balance, ledger, entries } = await accounts(accountId);
  expect(ledger).toEqual(balance);
  expect(balance.available).toBeGreaterThanOrEqual(0);
  expect(balance.granted).toBe(model.granted);
  const verified: string[] = [];
  const held: string[] = [];
  let told = 0;
  for (const id of shop.checkouts) {
    const checkout = await getCheckout(table(), id);
    if (!checkout) throw new Error(`checkout ${id} is gone`);
    const types = await eventTypes(checkout);
    told += types.filter((type) => type === "checkout.verified").length;
    // A payment that waits for credits raises it, too, without an event.
    expect(checkout.sequence).toBeGreaterThanOrEqual(types.length);
    expect(checkout.pending.length).toBeLessThanOrEqual(3);
    expect(() => shownStatus(checkout, Date.now())).not.toThrow();
    const before = model.seen.get(id) ?? "open";
    expect(isReachable(before, checkout.status), `${before} → ${checkout.status}`).toBe(true);
    model.seen.set(id, checkout.status);
    if (checkout.status === "verified") verified.push(id);
    // A canceled checkout has released its payments.
    if (checkout.status !== "canceled") {
      held.push(...checkout.payments.map(({ reference }) => `${reference} ${id}`));
    }
  }
  const claims = await Promise.all(
    [...shop.references].map(async (reference) => ({
      reference,
      owner: await getClaim(table(), { accountId, mode: "live" }, `telebirr:${reference}`),
    })),
  );
  const captures = entries.filter(({ kind }) => kind === "capture").map(({ source }) => source);
  expect(captures.toSorted()).toEqual(verified.toSorted());
  expect(told).toBe(verified.length);
  // Each claim names exactly the checkout that lists the payment, decided or not.
  const claimed = claims.filter(({ owner }) => owner !== null);
  const textOf = ({ reference, owner }: (typeof claims)[number]) => `${reference} ${owner}`;
  expect(claimed.map(textOf).toSorted()).toEqual(held.toSorted());
  expect(verified.filter((id) => !claimed.some(({ owner }) => owner === id))).toEqual([]);
}

function isReachable(from: CheckoutStatus, to: CheckoutStatus): boolean {
  const seen = new Set([from]);
  // A released payment opens a checkout again, so there are circles; a set grows while it is read.
  for (const status of seen) for (const next of TRANSITIONS[status]) seen.add(next);
  return seen.has(to);
}

type Command = fc.AsyncCommand<Model, Shop>;

function step(name: string, run: (shop: Shop, model: Model) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, shop) => {
      await run(shop, model);
      await assertInvariants(model, shop);
    },
    toString: () => name,
  };
}

const pick = fc.integer({ min: 0, max: 5 });
/** Few enough that the same one comes again and again. */
const reference = fc.integer({ min: 1, max: 6 }).map((number) => `DKM000000${number}`);
const answer = fc.constantFrom<Answer>(
  "matched",
  "matched",
  "matched",
  "short",
  "missing",
  "down",
  "crash",
);

const commands = [
  fc.constant(step("create", (shop) => shop.create())),
  fc
    .tuple(pick, reference, answer)
    .map(([one, text, said]) =>
      step(`submit ${one} ${text} ${said}`, (shop) => shop.submit(one, text, said)),
    ),
  fc
    .tuple(pick, reference, answer)
    .map(([one, text, said]) =>
      step(`submit ${one} ${text} ${said}`, (shop) => shop.submit(one, text, said)),
    ),
  fc
    .tuple(pick, pick, reference)
    .map(([one, two, text]) =>
      step(`race ${one} ${two} ${text}`, (shop) => shop.race(one, two, text)),
    ),
  fc.tuple(fc.integer({ min: 1, max: 2 }), fc.boolean()).map(([credits, repeat]) =>
    step(`grant ${credits}`, async (shop, model) => {
      model.granted += await shop.grant(credits, repeat);
    }),
  ),
  fc.integer({ min: 1, max: 2 }).map((credits) =>
    step(`take back ${credits}`, async (shop, model) => {
      model.granted += await shop.adjust(credits);
    }),
  ),
  pick.map((one) => step(`cancel ${one}`, (shop) => shop.cancel(one))),
  fc
    .constantFrom(1, 3, 9, 11, 70, 1_500)
    .map((minutes) => step(`${minutes} min`, (shop) => shop.pass(minutes))),
];

describe("any sequence of operations on an account", () => {
  it("keeps credits, claims, events and states consistent at every step", {
    timeout: LONG_TEST_MS,
  }, async () => {
    const start = Date.UTC(2026, 10, 20, 9);
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 25 }), async (sequence) => {
        vi.useFakeTimers({ toFake: ["Date"], now: start });
        await fc.asyncModelRun(async () => {
          const merchant = await createMerchant(verification.table, { credits: 1 });
          const shop = new Shop(merchant);
          await shop.create();
          await shop.create();
          return { model: { granted: 1, seen: new Map() }, real: watched(shop, outcomes) };
        }, sequence);
      }),
      { numRuns: 40, seed: Number(process.env.FUZZ_SEED ?? 11) },
    );
    // The walk is only worth something if it comes by where the money is.
    expect([...outcomes].sort()).toEqual(
      expect.arrayContaining(["canceled", "expired", "verified"]),
    );
  });
});

/** Notes which states the walks come by. */
function watched(shop: Shop, outcomes: Set<string>): Shop {
  const checkout = shop.checkout.bind(shop);
  shop.checkout = async (one) => {
    const found = await checkout(one);
    if (found) outcomes.add(found.status);
    return found;
  };
  return shop;
}
