import { beforeAll, describe, expect, it } from "vitest";
import type { Attempt } from "../../../lib/domain/attempt-record.ts";
import type { Checkout } from "../../../lib/domain/checkout-terms.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { ProviderId } from "../../../lib/domain/provider.ts";
import { attemptWrite, getAttempt } from "../../../lib/store/attempts.ts";
import { transact, type Write } from "../../../lib/store/transact.ts";
import { approveCheckout, rejectCheckout } from "../../../lib/use-cases/verification/approve.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle.ts";
import { submitInput } from "../../../lib/use-cases/verification/submit.ts";
import { openDesk } from "../../support/desk.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import {
  attemptsOf,
  beforeCalls,
  open,
  read,
  receiptOf,
  submitted,
  verify,
} from "../../support/verification-desk.ts";

const desk = openDesk();
const LITTLE = 100_000;
const UNSURE = { institution: "telebirr", name: SHOP.name, account: null } as const;
let merchant: Merchant;
let made = 0;

beforeAll(async () => {
  merchant = await createMerchant(desk.table, {
    credits: 100,
    accounts: { telebirr: SHOP, cbe: SHOP, manual: { name: SHOP.name, number: "CASH-DESK-1" } },
  });
});

const newReference = () => `DKK${String(++made).padStart(7, "0")}`;
const little = (fields: Partial<ReturnType<typeof receiptOf>> = {}) =>
  receiptOf(newReference(), { amountMinor: LITTLE + ++made, ...fields });
const decision = (id: string, alongside: readonly Write[] = []) => ({
  ...{ load: () => read(id), by: "usr_tester", reason: "Seen", now: Date.now() },
  alongside: () => alongside,
});
const approve = (id: string) => approveCheckout(decision(id));
const attemptOf = (one: Attempt) => getAttempt(desk.table, one.checkoutId, one.id);

async function pay(checkout: Checkout, receipt: ReturnType<typeof receiptOf>) {
  const state = await submitted(checkout, receipt.reference, receipt.provider);
  return settleAttempt(state, { kind: "receipt", receipt });
}

/** A reference that the checkout keeps and whose receipt nobody has read. */
async function unread(checkout: Checkout, reference: string, provider: ProviderId = "telebirr") {
  return settleAttempt(await submitted(checkout, reference, provider), { kind: "manual" });
}

/** A settled reference with the same receipt, as a state that only several faults in a row produce. */
async function settledAs(changes: Partial<Attempt>, { checkout, attempt }: Payment) {
  const id = newId("att_", Date.now(), crypto.getRandomValues(new Uint8Array(10)));
  const [newest] = await attemptsOf(checkout);
  const added = { ...attempt, ...newest, id, ...changes };
  await transact(desk.table, [attemptWrite(added, "new")]);
  return added;
}

type Payment = Awaited<ReturnType<typeof pay>>;

/** The keys that the next transactions claim. */
function claims(): string[] {
  const keys: string[] = [];
  beforeCalls((call, { TransactItems }) => {
    if (call !== "TransactWriteItems") return;
    for (const { Put } of TransactItems as { Put?: { Item: Record<string, string> } }[]) {
      if (Put?.Item.entity === "claim") keys.push(String(Put.Item.pk).split("#live#")[1] ?? "");
    }
  });
  return keys;
}

describe("an approval uses up exactly", () => {
  it("its receipt, its parts and its unread references, not those that failed", async () => {
    const [first, second, failed] = [little(), little(), newReference()];
    const { checkout } = await pay(await open(merchant), first);
    await pay(checkout, second);
    const paid = await unread(await read(checkout.id), newReference());
    await settledAs({ outcome: "not_found", receipt: null, found: null }, paid);
    const other = { ...paid.attempt.lookup, reference: failed };
    await settledAs(
      { lookup: other, outcome: "receiver_mismatch", receipt: null, found: null },
      paid,
    );
    const keys = claims();
    expect((await approve(checkout.id)).status).toBe("verified");
    const references = [first.reference, second.reference, paid.attempt.lookup.reference];
    expect(keys.toSorted()).toEqual(references.map((one) => `telebirr:${one}`).toSorted());
  });

  it("a wallet's reference at the wallet, also if it looks like that of a bank", async () => {
    const { checkout } = await unread(await open(merchant), "FT26140KEYSX12345678");
    const keys = claims();
    expect((await approve(checkout.id)).status).toBe("verified");
    expect(keys).toEqual(["telebirr:FT26140KEYSX12345678"]);
  });

  it("a payment once that came in by two of its references", async () => {
    const alias = newReference();
    const { checkout } = await pay(
      await open(merchant),
      little({ aliases: [{ provider: "telebirr", reference: alias }] }),
    );
    await unread(checkout, alias);
    const keys = claims();
    expect((await approve(checkout.id)).status).toBe("verified");
    expect(keys).toHaveLength(2);
  });
});

describe("an approval", () => {
  it("is about the receipt of the review, not about a newer one", async () => {
    const [first, second] = [little, little].map(() =>
      receiptOf(newReference(), { receiver: UNSURE, paidAt: Date.now() - ++made * 60_000 * 20 }),
    ) as [ReturnType<typeof receiptOf>, ReturnType<typeof receiptOf>];
    const { checkout } = await pay(await open(merchant), { ...first, paidAt: Date.now() });
    expect(checkout.review?.reason).toBe("receiver_unconfirmed");
    await pay(checkout, { ...second, paidAt: Date.now() });
    expect((await approve(checkout.id)).payment?.reference).toBe(first.reference);
  });

  it("is possible where the receipt names no account at all", async () => {
    const receiver = { institution: null, name: null, account: null };
    const { checkout } = await pay(await open(merchant), receiptOf(newReference(), { receiver }));
    expect((await approve(checkout.id)).status).toBe("verified");
  });

  it("leaves the outcome of a reference that the bank could not answer for", async () => {
    const checkout = await pay(await open(merchant), little());
    const paid = await unread(checkout.checkout, newReference());
    const kept = { outcome: "unreadable", receipt: null, found: null } as const;
    const lookup = { ...paid.attempt.lookup, reference: newReference() };
    const unanswered = await settledAs({ ...kept, lookup }, paid);
    await approve(checkout.checkout.id);
    expect(await attemptOf(unanswered)).toMatchObject({ outcome: "unreadable" });
    expect(await attemptOf(paid.attempt)).toMatchObject({ outcome: "matched" });
  });

  it("goes on without a payment that its bank could not confirm again and that is used up", async () => {
    const paid = await pay(await open(merchant), little());
    const receipt = receiptOf(newReference());
    const lookup = { ...paid.attempt.lookup, reference: receipt.reference };
    await settledAs({ outcome: "provider_unavailable", receipt, lookup, found: null }, paid);
    expect((await verify(merchant, receipt)).checkout.status).toBe("verified");
    const unused = await pay(await read(paid.checkout.id), little());
    await expect(approve(unused.checkout.id)).rejects.toMatchObject({ code: "conflict" });
    expect((await approve(unused.checkout.id)).status).toBe("verified");
  });

  it("takes as many writes as one transaction", async () => {
    const counts: number[] = [];
    const fill = async (count: number) => {
      const { checkout } = await pay(await open(merchant), little());
      const marks = Array.from({ length: count }, (_, index) => ({
        label: "counted" as const,
        put: { Item: { pk: `FILL#${checkout.id}`, sk: String(index) } },
      }));
      return approveCheckout(decision(checkout.id, marks));
    };
    beforeCalls((call, { TransactItems }) => {
      if (call === "TransactWriteItems") counts.push((TransactItems as unknown[]).length);
    });
    await fill(0);
    const own = counts.at(-1) ?? 0;
    expect((await fill(100 - own)).status).toBe("verified");
    expect(counts.at(-1)).toBe(100);
    await expect(fill(101 - own)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a rejection", () => {
  it("of an open checkout that nobody has paid is refused: its merchant can cancel it", async () => {
    await expect(rejectCheckout(decision((await open(merchant)).id))).rejects.toMatchObject({
      code: "checkout_not_open",
      message: expect.stringContaining("in review or underpaid"),
    });
  });
});

describe("beside a hundred references that failed, without a key for cursors,", () => {
  async function failedBeside({ checkout, attempt }: Payment) {
    const failed = { ...attempt, outcome: "not_found", receipt: null, found: null } as const;
    for (const from of [0, 60]) {
      const more = Array.from({ length: 60 }, (_, index) => {
        const id = newId("att_", Date.now() + from + index, new Uint8Array(10));
        return attemptWrite({ ...failed, id }, "new");
      });
      await transact(desk.table, more);
    }
    const keys: unknown[] = [];
    beforeCalls((_, { Key }) => keys.push(JSON.stringify(Key ?? "")));
    return { id: checkout.id, checkout, hasReadKey: () => keys.join().includes("CUR#key") };
  }

  it("a slip is taken", async () => {
    const { checkout, hasReadKey } = await failedBeside(await pay(await open(merchant), little()));
    const slip = { provider: "manual", input: "SLIP-BESIDE" } as const;
    expect((await submitInput(checkout, slip, Date.now())).checkout.status).toBe("review");
    expect(hasReadKey()).toBe(false);
  });

  it("the reference of a review is approved", async () => {
    const reference = newReference();
    const asked = await unread(await open(merchant), reference);
    const { id, hasReadKey } = await failedBeside(asked);
    expect((await approve(id)).payment?.reference).toBe(reference);
    expect(hasReadKey()).toBe(false);
  });
});
