// `node bench/contention.ts`: how many verifications a second one merchant's account commits, by shards of its balance.
//   --rate 200 --seconds 5 --prices 1000   prices: amounts that the payments share; with 1 they share a fingerprint
//
// The service's own settlement on a virtual clock. The table is the simulation's, with DynamoDB's rule added: a
// transaction holds its items for 5 to 10 ms, and another one on any of them is canceled with `TransactionConflict`.
// That rule and those times are assumptions; DynamoDB Local has no such conflicts.
import "../test/simulation/virtual-time.ts";
import { commandOptions } from "../bin/command-options.ts";
import { DocumentClient } from "../lib/cloud/dynamodb.ts";
import type { AttemptState } from "../lib/domain/attempt.ts";
import { table } from "../lib/pipeline/deps.ts";
import { getBalance, widenWrites } from "../lib/store/credit-shards.ts";
import { Contention, transact } from "../lib/store/transact.ts";
import { settleAttempt } from "../lib/use-cases/verification/settle-attempt.ts";
import { canceled, type Input, MemoryTable } from "../test/simulation/memory-table/memory-table.ts";
import { nameOf } from "../test/simulation/memory-table/rows.ts";
import { Prng } from "../test/simulation/prng.ts";
import { realSetImmediate, time } from "../test/simulation/virtual-time.ts";
import { setFunctionEnvironment } from "../test/support/function-calls.ts";
import { createMerchant } from "../test/support/merchant.ts";
import { open, receiptOf, submitted } from "../test/support/verification.ts";

const values = commandOptions(import.meta.filename, {
  rate: { type: "string", default: "200" },
  seconds: { type: "string", default: "5" },
  prices: { type: "string", default: "1000" },
  shards: { type: "string", default: "1,2,4,8" },
});
const rate = Number(values.rate);
const seconds = Number(values.seconds);
const HOLD_MS = { least: 5, most: 10 };
const READ_MS = 3;
/** How soon a transaction hears that it is canceled. */
const CANCELED_MS = 3;
/** What commits before is not counted: a queue of retries has to build up first. */
const WARM_UP_MS = 1_000;

const random = new Prng(1);
const held = new Set<string>();
let memory = new MemoryTable();
let conflicts = 0;

interface Command {
  readonly constructor: { readonly name: string };
  readonly input: unknown;
}

/** One call to the table, on the virtual clock. */
async function send({ constructor: { name }, input }: Command): Promise<unknown> {
  if (name !== "TransactWriteCommand") {
    await wait(READ_MS);
    return memory.execute(name, input as Input);
  }
  const { TransactItems } = input as { TransactItems: readonly Record<string, Input>[] };
  const keys = TransactItems.flatMap(Object.values<Input>).map(({ Key, Item = {} }) =>
    nameOf(Key ?? Item),
  );
  const reasons = keys.map((key) => ({ Code: held.has(key) ? "TransactionConflict" : "None" }));
  if (reasons.some(({ Code }) => Code !== "None")) {
    conflicts += 1;
    await wait(CANCELED_MS);
    throw canceled(reasons);
  }
  for (const key of keys) held.add(key);
  await wait(HOLD_MS.least + random.unit() * (HOLD_MS.most - HOLD_MS.least));
  for (const key of keys) held.delete(key);
  return memory.execute(name, input as Input);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => void time.after(ms, resolve));
}

/** Moves the clock on until the work is done. */
async function untilDone<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  while (!isDone) {
    await new Promise<void>((resolve) => void realSetImmediate(resolve));
    if (!isDone) time.fireNext();
  }
  return work;
}

/** Checkouts whose bank has not answered yet. */
async function payments(shards: number): Promise<readonly AttemptState[]> {
  const count = rate * seconds;
  const merchant = await createMerchant(table(), { credits: 2 * count });
  if (shards > 1) await transact(table(), widenWrites(merchant.accountId, 1, shards));
  const states: AttemptState[] = [];
  for (let index = 0; index < count; index++) {
    const checkout = await open(merchant, { amount: 100_000 + (index % Number(values.prices)) });
    states.push(await submitted(checkout, `DKC${String(index).padStart(7, "0")}`));
  }
  return states;
}

/** All banks answer, at random times with the given rate. */
async function measure(shards: number) {
  memory = new MemoryTable();
  const states = await untilDone(payments(shards));
  conflicts = 0;
  const startsAt = time.now;
  const ends: number[] = [];
  const times: number[] = [];
  let givenUp = 0;
  let arrivesAfter = 0;
  const settle = async (state: AttemptState) => {
    arrivesAfter += (-Math.log(1 - random.unit()) * 1_000) / rate;
    await wait(arrivesAfter);
    const from = time.now;
    const { lookup, expected } = state.attempt;
    const receipt = receiptOf(lookup.reference, { amountMinor: expected.amount });
    try {
      await settleAttempt(state, { kind: "receipt", receipt });
      ends.push(time.now - startsAt);
      times.push(time.now - from);
    } catch (error) {
      if (!(error instanceof Contention)) throw error;
      givenUp += 1;
    }
  };
  await untilDone(Promise.all(states.map(settle)));
  const accountId = states[0]?.checkout.accountId ?? "";
  const { captured } = await untilDone(getBalance(table(), accountId));
  if (captured !== times.length) throw new Error(`${captured} captured, ${times.length} verified`);
  const counted = ends.filter((end) => end >= WARM_UP_MS && end < seconds * 1_000).length;
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return {
    shards,
    payments: states.length,
    verified: times.length,
    "parked for later": givenUp,
    "verified a second": Math.round(counted / (seconds - WARM_UP_MS / 1_000)),
    "conflicts a payment": Math.round((100 * conflicts) / states.length) / 100,
    "p50 ms": percentile(0.5),
    "p99 ms": percentile(0.99),
  };
}

// The functions log each attempt.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;
setFunctionEnvironment({ tableName: "table", dynamoDbEndpoint: "http://127.0.0.1:1" });
Object.defineProperty(DocumentClient.prototype, "send", { value: send });
for (const shards of values.shards.split(",")) {
  write(`${JSON.stringify(await measure(Number(shards)))}\n`);
}
