import { afterEach, describe, expect, it } from "vitest";
import { GetCommand, QueryCommand } from "../../../lib/cloud/dynamodb.ts";
import type { AttemptState } from "../../../lib/domain/attempt.ts";
import { ServiceError } from "../../../lib/domain/errors.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { randomBytes, table } from "../../../lib/pipeline/deps.ts";
import { listAudit } from "../../../lib/store/audit.ts";
import { getBalance, readShards, shardKey } from "../../../lib/store/credit-shards.ts";
import { tableFaults } from "../../../lib/store/table-faults.ts";
import { transact } from "../../../lib/store/transact.ts";
import { newUserWrites } from "../../../lib/store/users.ts";
import { changeCredits, changeShards } from "../../../lib/use-cases/operator/change-credits.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { Died, Turns } from "../../simulation/chosen-order.ts";
import { Prng } from "../../simulation/prng.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import {
  accounts,
  beforeCalls,
  open,
  receiptOf,
  setUpVerification,
  stored,
  submitted,
} from "../../support/verification.ts";

const PAYMENTS = 6;
/** Few, so that changes of the shards meet payments. */
const MOST_SHARDS = 3;
/** Turns after which the last payment starts. */
const LATEST_PAYMENT = 25;

const verification = setUpVerification();
let turns: Turns | undefined;
let references = 0;

afterEach(() => turns?.spy.mockRestore());

describe("payments, grants, adjustments and changes of the shards at the same time", () => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    it(`lose no credit, spend none twice and never say "empty" wrongly (seed ${seed})`, async () => {
      await play(new Prng(seed));
    });
  }
});

describe("two operators who change the parts of one balance at the same time", () => {
  it("get what they asked for or a conflict, and the audit log tells each step", async () => {
    const { accountId } = await openAccount();
    const change = { accountId, by: { name: "operator" }, reason: "test", now: Date.now() };
    const to = (shards: number) => changeShards(table(), { ...change, shards });
    await to(6);
    // Between two steps of the first one, the second one is done.
    let left = 2;
    beforeCalls(async (call, input) => {
      const isStep = call === "TransactWriteItems" && JSON.stringify(input).includes(accountId);
      if (isStep && --left === 0) await to(8);
    });
    await expect(to(1)).rejects.toMatchObject({ code: "conflict" });
    expect(await readShards(table(), accountId)).toHaveLength(8);
    const { data } = await listAudit(table(), accountId, { limit: 9 }, Date.now());
    expect(data.map(({ note }) => note).toSorted()).toEqual([
      "1 → 6: test",
      "5 → 8: test",
      "6 → 1: test",
    ]);
  });
});

async function play(random: Prng): Promise<void> {
  const merchant = await openAccount();
  const { accountId } = merchant;
  await changeCredits(table(), operation(accountId, 10));
  const states: AttemptState[] = [];
  for (let count = 0; count < PAYMENTS; count++) {
    // Some checkouts are older than the change of the shards.
    if (count === 2) await reshard(accountId, MOST_SHARDS);
    const reference = `DKW${String(++references).padStart(7, "0")}`;
    states.push(await submitted(await open(merchant), reference));
  }
  await changeCredits(table(), operation(accountId, -random.pick([5, 7, 8, 10])));

  const here = new Turns(table().client, random, oneShardAtATime(random));
  turns = here;
  here.deathRate = 0.02;
  const watch = new Watch(accountId);
  const refusable = (work: () => Promise<unknown>) => () =>
    work().catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
    });
  const operator = (work: () => Promise<unknown>) => here.process(true, 10, refusable(work));
  const payments = states.map((state) =>
    here.process(true, LATEST_PAYMENT, () => watch.during(() => settle(state))),
  );
  const others = [
    ...[1, 2, 3, -1, -2].map((credits) =>
      operator(() => changeCredits(table(), operation(accountId, credits))),
    ),
    ...[1, 2, MOST_SHARDS].map((shards) => operator(() => reshard(accountId, shards))),
    here.process(false, LATEST_PAYMENT, async () => {
      for (let reads = 0; reads < 5; reads++)
        watch.expectKnown(await getBalance(table(), accountId));
    }),
  ];
  await here.run(() => watch.look());
  for (const result of await Promise.all(payments)) {
    if (result instanceof Died) continue;
    const { answer, sawEmpty } = result;
    if (answer?.attempt.outcome === "insufficient_credits") expect(sawEmpty()).toBe(true);
  }
  await Promise.all(others);
  here.spy.mockRestore();

  await checkRest(accountId, states);
}

/** Whatever died is tried again, as the sweepers do. Then as many are verified as there were credits. */
async function checkRest(accountId: string, states: readonly AttemptState[]): Promise<void> {
  for (const state of states) {
    const now = await stored(state);
    if (now.attempt.settledAt === null) await settle(now);
  }
  const ended = await Promise.all(states.map(stored));
  const verified = ended.filter(({ checkout }) => checkout.status === "verified");
  const { balance, ledger, entries } = await accounts(accountId);
  expect(balance).toEqual(ledger);
  expect(balance.captured).toBe(verified.length);
  expect(verified).toHaveLength(Math.min(PAYMENTS, balance.granted));
  const captured = entries.filter(({ kind }) => kind === "capture").map(({ source }) => source);
  expect(captured.toSorted()).toEqual(verified.map(({ checkout }) => checkout.id).toSorted());
}

/** Looks at the stored items after each write. */
class Watch {
  readonly #accountId: string;
  readonly #seen: string[] = [];
  readonly #available: number[] = [];

  constructor(accountId: string) {
    this.#accountId = accountId;
  }

  /** The shards add up to the ledger, and none is below zero. */
  async look(): Promise<void> {
    const { Items = [] } = await verification.table.client.send(
      new QueryCommand({
        TableName: verification.table.name,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": shardKey(this.#accountId, 0).pk },
        ConsistentRead: true,
      }),
    );
    expect(await tableFaults(Items, Date.now())).toEqual([]);
    const shards = Items.filter(({ entity }) => entity === "credits");
    const sum = (name: string) => shards.reduce((all, shard) => all + Number(shard[name]), 0);
    this.#available.push(sum("available"));
    this.#seen.push(`${sum("granted")} ${sum("captured")}`);
  }

  /** Tells whether the account was really empty at any moment of the work. */
  async during<T>(work: () => Promise<T>) {
    const from = this.#available.length;
    const answer = await work();
    const until = this.#available.length;
    // The last look before the work's first call, up to the first one after its last call.
    const sawEmpty = () => this.#available.slice(Math.max(0, from - 1), until + 1).includes(0);
    return { answer, sawEmpty };
  }

  /** A balance that was read is one that was there. */
  expectKnown({ granted, captured, available }: Awaited<ReturnType<typeof getBalance>>): void {
    expect(available).toBe(granted - captured);
    expect(available).toBeGreaterThanOrEqual(0);
  }
}

/** DynamoDB's query is no snapshot: other writes may come between the items it reads. */
function oneShardAtATime(random: Prng) {
  return (command: unknown, send: (command: unknown) => Promise<unknown>) => {
    if (!(command instanceof QueryCommand)) return undefined;
    const { TableName, ExpressionAttributeValues: values } = command.input;
    if (values?.[":sk"] !== "BALANCE") return undefined;
    const accountId = String(values[":pk"]).slice("CRD#".length);
    const read = async () => {
      const numbers = Array.from({ length: MOST_SHARDS }, (_, number) => number);
      const found: { sk: string }[] = [];
      while (numbers.length > 0) {
        const [number] = numbers.splice(random.below(numbers.length), 1) as [number];
        const Key = shardKey(accountId, number);
        const { Item } = (await send(new GetCommand({ TableName, Key, ConsistentRead: true }))) as {
          Item?: { sk: string };
        };
        if (Item) found.push(Item);
      }
      return { Items: found.toSorted((a, b) => (a.sk < b.sk ? -1 : 1)) };
    };
    return read();
  };
}

async function openAccount(): Promise<Merchant> {
  const now = Date.now();
  const accountId = newId("acc_", now, randomBytes(10));
  const user = {
    id: newId("usr_", now, randomBytes(10)),
    accountId,
    name: null,
    phone: "+251911000000",
    telegram: null,
    createdAt: now,
    closedAt: null,
  };
  const account = { id: accountId, ownerId: user.id, createdAt: now, closedAt: null };
  await transact(verification.table, newUserWrites(user, account));
  return createMerchant(verification.table, { accountId });
}

function operation(accountId: string, credits: number) {
  return {
    accountId,
    kind: credits > 0 ? ("grant" as const) : ("adjust" as const),
    credits,
    by: { name: "operator" },
    reason: "test",
    reference: null,
    now: Date.now(),
  };
}

async function reshard(accountId: string, shards: number): Promise<unknown> {
  const change = { accountId, shards, by: { name: "operator" }, reason: "test", now: Date.now() };
  return changeShards(table(), { ...change, direction: "widen" }).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== "conflict") throw error;
    return changeShards(table(), { ...change, direction: "narrow" });
  });
}

/** Null if the function failed: another try will find what it left. */
async function settle(state: AttemptState): Promise<AttemptState | null> {
  const receipt = receiptOf(state.attempt.lookup.reference);
  return settleAttempt(state, { kind: "receipt", receipt }).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    return null;
  });
}
