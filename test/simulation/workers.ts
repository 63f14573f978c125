import { marshall } from "@aws-sdk/util-dynamodb";
import { WORKERS } from "../../lib/contract/functions.ts";
import type { Caller } from "./caller.ts";
import { type FunctionPath, functions } from "./functions.ts";
import type { Item } from "./memory-table/values.ts";
import type { Prng } from "./prng.ts";
import type { Simulation, StreamRecord } from "./simulation.ts";

/** Share of what was done that is seen once more. */
const REPEATED = 0.05;

export type StreamName = keyof Simulation["streams"];

interface BatchAnswer {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

const READERS: ReadonlyMap<string, string> = new Map(
  WORKERS.flatMap(({ name, source }) => (source.kind === "queue" ? [[source.queue, name]] : [])),
);

/** One invocation of a queue's reader with some of the visible messages, in any order. */
export async function readQueue(caller: Caller, queue: string, random: Prng): Promise<void> {
  const { queues } = caller.simulation;
  const size = queue === "recovery" ? 1 : 1 + random.below(queue === "verification" ? 5 : 10);
  const messages = queues.receive(queue, size, random);
  if (messages.length === 0) return;
  const path = `workers/${READERS.get(queue)}` as FunctionPath;
  const answer = await invoke(caller, path, {
    Records: messages.map(({ id, body }) => ({ messageId: id, body })),
  });
  if (answer === null) return;
  const failed = new Set(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  for (const message of messages) {
    if (failed.has(message.id)) continue;
    if (random.chance(REPEATED)) queues.giveBack(message);
    else queues.remove(queue, message.id);
  }
}

const busy = new Set<StreamName>();

/** One invocation of a reader of the stream with its next records, in their order. */
export async function readStream(caller: Caller, name: StreamName, random: Prng): Promise<void> {
  const records = caller.simulation.streams[name];
  const batch = records.slice(0, 1 + random.below(10));
  if (batch.length === 0 || busy.has(name)) return;
  busy.add(name);
  const isDone = await caller.scheduler
    .task(`workers/${name}`, caller.plan(), () =>
      functions[`workers/${name}`]({ Records: batch.map(lambdaRecord) }, {}),
    )
    .then(
      () => true,
      () => false,
    );
  busy.delete(name);
  if (isDone && !random.chance(REPEATED)) records.splice(0, batch.length);
}

/** One run of a worker that runs by the clock. */
export async function runScheduled(caller: Caller, path: FunctionPath): Promise<void> {
  await caller.scheduler.task(path, caller.plan(), () => functions[path]({}, {})).catch(() => {});
}

function invoke(caller: Caller, path: FunctionPath, event: unknown): Promise<BatchAnswer | null> {
  const work = () => functions[path](event, {}) as Promise<BatchAnswer>;
  return caller.scheduler.task(path, caller.plan(), work).catch(() => null);
}

function lambdaRecord({ id, at, change: { before, after } }: StreamRecord) {
  return {
    eventID: id,
    eventName: before === null ? "INSERT" : "MODIFY",
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(at / 1000),
      SequenceNumber: id,
      ...(after && { NewImage: image(after) }),
      ...(before && { OldImage: image(before) }),
    },
  };
}

/** Bytes come as base64, as Lambda's event source delivers them. */
function image(item: Item): unknown {
  const values = marshall(item, { removeUndefinedValues: true });
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.B ? { B: Buffer.from(value.B).toString("base64") } : value,
    ]),
  );
}
