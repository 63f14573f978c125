import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DeleteCommand } from "../../../lib/cloud/dynamodb.ts";
import type { Attempt } from "../../../lib/domain/attempt.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { getAttempt, leaseAttempt } from "../../../lib/store/attempts.ts";
import { hasOpenCheckout } from "../../../lib/store/checkout-lists.ts";
import { itemsOf } from "../../../lib/store/recoveries.ts";
import { transact } from "../../../lib/store/transact.ts";
import { HELD_MS } from "../../../lib/store/users.ts";
import { changeCheckout } from "../../../lib/use-cases/checkouts/change.ts";
import { checkoutListing, resumeAttempt } from "../../../lib/use-cases/verification/resume.ts";
import { sweepAttempts } from "../../../lib/use-cases/verification/resume-later.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import {
  beforeCalls,
  open,
  read,
  receiptOf,
  setUpVerification,
  stored,
  submitted,
  unlisted,
} from "../../support/verification.ts";

const verification = setUpVerification();
let merchant: Merchant;
let count = 0;

beforeEach(async () => {
  merchant = await createMerchant(verification.table);
  verification.messages.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

const newReference = () => `DKL${String(++count).padStart(7, "0")}`;
const isThere = async ({ checkoutId, id }: Attempt) =>
  (await getAttempt(verification.table, checkoutId, id)) !== null;

/** Taken by a worker after the lease of the request has ended. */
async function taken(attempt: Attempt): Promise<Attempt> {
  vi.useFakeTimers({ toFake: ["Date"], now: attempt.leaseUntil });
  const leased = await leaseAttempt(verification.table, attempt, Date.now(), 60_000);
  if (!leased) throw new Error("not leased");
  return leased;
}
async function begun(checkout?: Checkout) {
  return unlisted(checkout ?? (await open(merchant)), newReference());
}

describe("an attempt that no checkout lists", () => {
  it("is found by the sweeper after its lease, and goes without a question to its bank", async () => {
    const checkout = await open(merchant);
    const { attempt } = await begun(checkout);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 91_000 });
    await sweepAttempts();
    const [message] = verification.messages.filter(({ attempt_id }) => attempt_id === attempt.id);
    if (!message) throw new Error("it was not swept");
    const calls: string[] = [];
    beforeCalls((call) => calls.push(call));
    await resumeAttempt(message);
    expect(calls).toEqual(["GetItem", "UpdateItem", "Query", "TransactWriteItems"]);
    expect(await isThere(attempt)).toBe(false);
    expect(await read(checkout.id)).toEqual({ ...checkout, version: checkout.version + 1 });
  });

  it("can't be listed once it is gone, however late its request goes on", async () => {
    const { attempt, list } = await begun();
    expect(await checkoutListing(await taken(attempt))).toBeNull();
    expect(await list()).toBeNull();
    expect((await read(attempt.checkoutId)).pending).toEqual([]);
    expect(await isThere(attempt)).toBe(false);
  });

  it("stays where its request lists it at the last moment", async () => {
    const { attempt, list } = await begun();
    const leased = await taken(attempt);
    let listed: Checkout | null = null;
    beforeCalls(async (call) => {
      if (call === "TransactWriteItems") listed ??= await list();
    });
    const checkout = await checkoutListing(leased);
    expect(checkout).toEqual(listed);
    expect(checkout?.pending).toMatchObject([{ id: attempt.id }]);
    expect(await isThere(attempt)).toBe(true);
    // The request goes on, too; the worker has the lease.
    const late = { kind: "receipt", receipt: receiptOf(attempt.lookup.reference) } as const;
    if (!checkout) throw new Error("not listed");
    expect((await settleAttempt({ checkout, attempt }, late)).attempt.settledAt).toBeNull();
    expect((await settleAttempt({ checkout, attempt: leased }, late)).checkout.status).toBe(
      "verified",
    );
  });

  it("stays for the worker that has taken it since", async () => {
    const { attempt } = await begun();
    const first = await taken(attempt);
    const second = await taken(first);
    const before = await read(attempt.checkoutId);
    expect(await checkoutListing(first)).toBeNull();
    expect(await isThere(attempt)).toBe(true);
    expect(await read(attempt.checkoutId)).toEqual(before);
    expect(await checkoutListing(second)).toBeNull();
    expect(await isThere(attempt)).toBe(false);
  });

  it("goes also where its checkout is deleted, and brings no part of it back", async () => {
    const { attempt } = await begun();
    const pk = `CO#${attempt.checkoutId}`;
    for (const sk of ["CO", "CO.state"]) {
      const Key = { pk, sk };
      await verification.table.client.send(
        new DeleteCommand({ TableName: verification.table.name, Key }),
      );
    }
    expect(await checkoutListing(await taken(attempt))).toBeNull();
    const left: unknown[] = [];
    for await (const item of itemsOf(verification.table, pk)) left.push(item);
    expect(left).toEqual([]);
  });

  it("stays for another message where others change the checkout each time", async () => {
    const { attempt } = await begun();
    const leased = await taken(attempt);
    beforeCalls(async (call) => {
      if (call !== "TransactWriteItems") return;
      const checkout = await read(attempt.checkoutId);
      await transact(verification.table, changeCheckout(checkout, [], Date.now()).writes);
    });
    await expect(checkoutListing(leased)).rejects.toMatchObject({ code: "conflict" });
    expect(await isThere(attempt)).toBe(true);
  });

  it("keeps no app and no account open", async () => {
    const { accountId, appId } = merchant;
    const { attempt } = await begun();
    const { expiresAt } = await read(attempt.checkoutId);
    const settledAt = expiresAt + HELD_MS;
    expect(await hasOpenCheckout(verification.table, accountId, appId, settledAt - 1)).toBe(true);
    expect(await hasOpenCheckout(verification.table, accountId, appId, settledAt)).toBe(false);
  });
});

describe("an attempt that its checkout lists", () => {
  it("is left as it is", async () => {
    const state = await submitted(await open(merchant), newReference());
    expect(await checkoutListing(state.attempt)).toEqual(state.checkout);
    expect(await stored(state)).toEqual(state);
  });
});
