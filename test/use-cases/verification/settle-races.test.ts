import { beforeEach, describe, expect, it } from "vitest";
import type { AttemptState } from "../../../lib/domain/attempt.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { LookupResult } from "../../../lib/providers/adapter.ts";
import { leaseAttempt } from "../../../lib/store/attempts.ts";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { getClaim, receiptCodeWrite } from "../../../lib/store/claims.ts";
import { widenWrites } from "../../../lib/store/credit-shards.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import { transact } from "../../../lib/store/transact.ts";
import { cancelCheckout, changeCheckout } from "../../../lib/use-cases/checkouts/change.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import {
  createMerchant,
  creditAccounts,
  grantCredits,
  type Merchant,
} from "../../support/merchant.ts";
import {
  accounts,
  beforeCalls,
  forgotten,
  open,
  receiptOf,
  setUpVerification,
  stored,
  submitted,
} from "../../support/verification.ts";
import { WebhookRun, answer as webhookAnswer } from "../../support/webhook-run.ts";

const verification = setUpVerification();
let merchant: Merchant;
let made = 0;

beforeEach(async () => {
  merchant = await createMerchant(verification.table, { credits: 10 });
  verification.messages.length = 0;
});

const newReference = () => `DKX${String(++made).padStart(7, "0")}`;
const waiting = async (shop = merchant) => submitted(await open(shop), newReference());
const answer = (state: AttemptState) =>
  settleAttempt(state, { kind: "receipt", receipt: receiptOf(state.attempt.lookup.reference) });
const claimed = ({ attempt }: AttemptState) =>
  getClaim(
    verification.table,
    { accountId: attempt.accountId, mode: "live" },
    `telebirr:${attempt.lookup.reference}`,
  );
/** Another writer changes the checkout. */
async function change({ checkout: { id } }: AttemptState): Promise<void> {
  const checkout = await getCheckout(verification.table, id);
  if (checkout) await transact(verification.table, changeCheckout(checkout, [], Date.now()).writes);
}

describe("a reference that its checkout has lost", () => {
  it.each<LookupResult["kind"] | "underpaid" | "no_credits">([
    ...(["not_found", "unavailable", "unreadable", "manual", "receipt"] as const),
    ...(["underpaid", "no_credits"] as const),
  ])("ends, whatever its bank says (%s), and changes nothing else", async (said) => {
    const state = await forgotten(await waiting());
    const receipt = receiptOf(state.attempt.lookup.reference);
    const results: Readonly<Record<typeof said, LookupResult>> = {
      not_found: { kind: "not_found" },
      unavailable: { kind: "unavailable", why: "timeout" },
      unreadable: { kind: "unreadable", why: "no date" },
      manual: { kind: "manual" },
      receipt: { kind: "receipt", receipt },
      underpaid: { kind: "receipt", receipt: { ...receipt, amountMinor: 1 } },
      no_credits: { kind: "receipt", receipt, assume: "no_credits" },
    };
    const before = await accounts(merchant.accountId);
    const settled = await settleAttempt(state, results[said]);
    expect(settled.checkout).toEqual(state.checkout);
    expect(settled.attempt).toMatchObject({
      ...{ outcome: "superseded", settledAt: expect.any(Number), nextAt: null },
    });
    expect(await stored(state)).toEqual(settled);
    expect(verification.messages).toEqual([]);
    expect((await listIssues(verification.table, merchant, { limit: 9 }, Date.now())).data).toEqual(
      [],
    );
    expect(await claimed(state)).toBeNull();
    expect(await accounts(merchant.accountId)).toEqual(before);
  });

  it("ends although the checkout waits for another one", async () => {
    const lost = await forgotten(await waiting());
    const other = await submitted(lost.checkout, newReference());
    const state = { ...lost, checkout: other.checkout };
    const settled = await settleAttempt(state, { kind: "unavailable", why: "timeout" });
    expect(settled.attempt.outcome).toBe("superseded");
    expect(await stored(other)).toEqual(other);
  });

  it("uses up nothing if another one has verified it", async () => {
    const lost = await forgotten(await waiting());
    const other = await submitted(lost.checkout, newReference());
    const verified = await answer(other);
    expect((await answer({ ...lost, checkout: verified.checkout })).attempt.outcome).toBe(
      "superseded",
    );
    expect(await stored(other)).toEqual(verified);
    expect(await claimed(lost)).toBeNull();
    expect((await accounts(merchant.accountId)).balance.captured).toBe(1);
  });
});

describe("a settlement", () => {
  it("that verifies reads nothing and commits once", async () => {
    const state = await waiting();
    const calls: string[] = [];
    beforeCalls((call) => calls.push(call));
    expect((await answer(state)).checkout.status).toBe("verified");
    expect(calls).toEqual(["TransactWriteItems"]);
  });

  it("is a conflict where the checkout never stays as it was read", async () => {
    const state = await waiting();
    beforeCalls((call) => (call === "TransactWriteItems" ? change(state) : null));
    await expect(answer(state)).rejects.toMatchObject({ code: "conflict" });
    expect(await claimed(state)).toBeNull();
  });

  it("that starts over takes a credit that has come meanwhile", async () => {
    const poor = await createMerchant(verification.table, { credits: 1 });
    const state = await waiting(poor);
    await answer(await waiting(poor));
    let commits = 0;
    beforeCalls(async (call) => {
      if (call !== "TransactWriteItems") return;
      if (++commits === 1) await change(state);
      else {
        await grantCredits(verification.table, {
          id: newId("led_", Date.now(), new Uint8Array(10)),
          ...{ accountId: poor.accountId, kind: "grant", credits: 1 },
          ...{ source: "test", note: null, createdAt: Date.now() },
        });
      }
    });
    expect((await answer(state)).checkout.status).toBe("verified");
    expect(commits).toBe(2);
  });

  it("takes its credit from another shard if its own has none", async () => {
    const shop = await createMerchant(verification.table, { credits: 3 });
    const state = await waiting(shop);
    const credits = creditAccounts(verification.table);
    await transact(verification.table, widenWrites(shop.accountId, 1, 2));
    await credits.capture(shop.accountId, { shard: 1, draw: { shard: 0, credits: 2 } });
    await credits.capture(shop.accountId, { shard: 0, draw: null });
    expect((await answer(state)).checkout.status).toBe("verified");
    expect((await accounts(shop.accountId)).balance).toMatchObject({ available: 0, captured: 3 });
  });

  it("sends its events ahead to a shop that has an endpoint, and to no other", async () => {
    const state = await waiting();
    const sent = verification.others.length;
    await answer(state);
    expect(verification.others).toHaveLength(sent);
    const { accountId, appId } = merchant;
    const run = new WebhookRun(verification.table, { receive: () => webhookAnswer(200) });
    const { endpoint } = await run.addEndpoint({ accountId, appId });
    const heard = await waiting();
    await answer({ ...heard, checkout: { ...heard.checkout, hasEndpoint: true } });
    expect(verification.others.slice(sent)).toMatchObject([
      { endpoint_id: endpoint.id, event_type: "checkout.verified", attempt: 1 },
    ]);
  });

  it("whose receipt code is taken draws another one", async () => {
    const poor = await createMerchant(verification.table, { credits: 0 });
    const state = await submitted(await open(poor, { mode: "test" }), newReference());
    const drawn: string[] = [];
    beforeCalls(async (call, input) => {
      if (call !== "TransactWriteItems") return;
      drawn.push(/RCP#([^"]+)/.exec(JSON.stringify(input))?.[1] ?? "none");
      const [taken = "", ...more] = drawn;
      if (more.length > 0) return;
      await transact(verification.table, [receiptCodeWrite(taken, "another checkout")]);
    });
    const { checkout } = await answer(state);
    expect(checkout.status).toBe("verified");
    expect(drawn).toEqual([expect.any(String), checkout.receiptCode]);
  });
});

describe("a result that comes late", () => {
  it("changes nothing if another worker has taken over", async () => {
    const state = await waiting();
    const taken = await leaseAttempt(
      verification.table,
      state.attempt,
      state.attempt.leaseUntil,
      1,
    );
    const late = await settleAttempt(state, { kind: "not_found" });
    expect(late.attempt).toEqual(taken);
    expect((await stored(state)).attempt).toEqual(taken);
  });

  it("is applied to the checkout as it is by then", async () => {
    const state = await waiting();
    await submitted(state.checkout, newReference());
    const { checkout } = await answer(state);
    expect(checkout).toMatchObject({
      status: "verified",
      payments: [{ attemptId: state.attempt.id }],
      pending: [],
    });
    expect(await stored({ ...state, checkout })).toMatchObject({ checkout });
  });

  it("of a checkout that is verified or canceled meanwhile is superseded", async () => {
    const first = await waiting();
    const second = await submitted(first.checkout, newReference());
    await answer({ ...first, checkout: second.checkout });
    expect((await answer(second)).attempt.outcome).toBe("superseded");
    const gone = await waiting();
    const load = async () => (await stored(gone)).checkout;
    await cancelCheckout(load, Date.now(), () => []);
    expect(await answer(gone)).toMatchObject({
      ...{ checkout: { status: "canceled" }, attempt: { outcome: "superseded" } },
    });
    expect((await accounts(merchant.accountId)).balance.captured).toBe(1);
  });

  it("for an attempt that does not exist is a conflict", async () => {
    const state = await waiting();
    const unknown = { ...state.attempt, id: `${state.attempt.id.slice(0, -1)}!` };
    const late = answer({ ...state, attempt: unknown });
    await expect(late).rejects.toMatchObject({ code: "conflict" });
  });
});
