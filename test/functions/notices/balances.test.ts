import { createHash, randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { NoticeMessage } from "../../../lib/contract/messages.ts";
import { followNotices } from "../../../lib/contract/workers/notices.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { getSourceWithState } from "../../../lib/store/notice-sources.ts";
import {
  isReversed,
  messagesAbout,
  noticesOfReference,
  putReversal,
} from "../../../lib/store/notices.ts";
import { followNotice } from "../../../lib/use-cases/bank-notices/follow.ts";
import { asWorker } from "../../support/function-calls.ts";
import { pair, setUpVerification } from "../../support/verification.ts";

const setup = setUpVerification();
const accountId = newId("acc_", Date.now(), randomBytes(10));
let source: string;

beforeEach(async () => {
  source = await pair({ accountId, appId: 1 });
});

let count = 0;
const newReference = () => `DKF${String(++count).padStart(7, "0")}`;
const hashOf = (balance: number) => createHash("md5").update(String(balance)).digest("hex");

interface Told {
  readonly reference?: string;
  readonly balance: number | null;
  readonly amount?: number;
  readonly account?: string | null;
}

/** The queue brings a message about `amount`, after which the account has `balance`. */
async function told(
  { reference = newReference(), balance, amount = 100, account = null }: Told,
  isConfirmed = false,
): Promise<string | undefined> {
  const at = Date.now();
  const content: NoticeMessage["content"] = {
    kind: "payment",
    notice: {
      ...{ provider: "telebirr", amountMinor: amount, currency: "ETB", link: null, account },
      ...{ payer: { name: null, account: null }, reference, paidAt: at, precisionMs: 1_000 },
    },
    balance:
      balance === null
        ? null
        : {
            ...{ key: `telebirr:${account ?? ""}`, hash: hashOf(balance) },
            before: [hashOf(balance - amount)],
          },
  };
  const common = { version: 1, account_id: accountId, source_id: source, typed: false } as const;
  const hash = hashOf(++count);
  const message = { ...common, hash, sent_at: at, received_at: at, content };
  await asWorker(followNotices, followNotice)(message, async () => isConfirmed);
  const all = await noticesOfReference(
    setup.table,
    accountId,
    { provider: "telebirr", reference },
    at,
  );
  return all.find((one) => one.hash === hash)?.balance;
}

describe("the chain of balances", () => {
  it("is proven by the receipt of a payment, and goes on from there", async () => {
    expect(await told({ balance: 1_000 })).toBe("unknown");
    expect(await told({ balance: 1_100 })).toBe("unknown");
    expect(await told({ balance: 1_200 }, true)).toBe("unknown");
    expect(await told({ balance: 1_300 })).toBe("continues");
    expect(await told({ balance: 1_500 })).toBe("unknown");
    expect(await told({ balance: 1_600 })).toBe("unknown");
  });

  it("is never continued by a message without a balance", async () => {
    expect(await told({ balance: null })).toBe("unknown");
    await told({ balance: 1_000 }, true);
    expect(await told({ balance: null })).toBe("unknown");
  });

  it("is not proven by a second message about one payment, whichever of the two the bank sent", async () => {
    const reference = newReference();
    await told({ reference, balance: 1_000 }, true);
    await told({ reference, balance: 9_000_000 }, true);
    expect(await told({ balance: 9_000_100 })).toBe("unknown");

    const another = newReference();
    await told({ reference: another, balance: 9_000_000 }, true);
    await told({ reference: another, balance: 1_000 }, true);
    expect(await told({ balance: 9_000_100 })).toBe("unknown");
    expect(await told({ balance: 1_100 })).toBe("unknown");
  });

  it("is not proven where messages about a reversal may hide another message about the payment", async () => {
    const about = { accountId, provider: "telebirr", reference: newReference() } as const;
    await told({ reference: about.reference, balance: 1_000 }, true);
    for (let number = 0; number < 50; number++) {
      const forged = { ...about, amounts: [number], hash: hashOf(number) };
      await putReversal(setup.table, { ...forged, receivedAt: Date.now() });
    }
    await told({ reference: about.reference, balance: 9_000_000 }, true);
    expect(await told({ balance: 9_000_100 })).toBe("unknown");
    const said = await messagesAbout(setup.table, accountId, about, Date.now());
    expect(isReversed(said.reversals, 100)).toBe(true);
    expect(isReversed(said.reversals.slice(0, 10), 100)).toBe(false);
  });

  it("goes on after another forwarding of the same balance", async () => {
    const reference = newReference();
    await told({ reference, balance: 1_000 }, true);
    expect(await told({ reference, balance: 1_000 }, true)).toBe("unknown");
    expect(await told({ balance: 1_100 })).toBe("continues");
  });

  it("is not continued by another payment after which the balance is the same", async () => {
    await told({ balance: 1_000 }, true);
    expect(await told({ balance: 1_000 })).toBe("unknown");
    expect(await told({ balance: 1_100 })).toBe("continues");
  });

  it("is kept for fifty accounts at most, and the phone is heard all the same", async () => {
    for (let account = 0; account < 52; account++) {
      await told({ balance: 1_000, account: `1****${1_000 + account}` });
    }
    const { state } = (await getSourceWithState(setup.table, source)) ?? {};
    expect(Object.keys(state?.balances ?? {})).toHaveLength(50);
    const at = state?.heardAt ?? 0;
    await told({ balance: 1_000, account: "1****9999" });
    const after = await getSourceWithState(setup.table, source);
    expect(after?.state.heardAt).toBeGreaterThanOrEqual(at);
    expect(Object.keys(after?.state.balances ?? {})).toHaveLength(50);
  });
});
