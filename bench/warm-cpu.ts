import {
  DynamoDBClient,
  GetItemCommand,
  type GetItemCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteItemsCommand,
  type TransactWriteItemsCommandInput,
} from "@aws-sdk/client-dynamodb";
import type { MeteredCall } from "../test/support/aws-meter.ts";
import type { MeteredService } from "../test/support/metered-service.ts";
import { type BenchOptions, type Figure, machineLoad, median, round } from "./figure.ts";
import { captureLog } from "./payment-path.ts";

const PAIRS = 21;

interface Contest {
  readonly name: string;
  readonly ours: () => Promise<unknown>;
  /** One request's database calls as the function made them, sent by the SDK alone. */
  readonly bare: () => Promise<unknown>;
}

/** P5: CPU of this process for a warm request, against the SDK doing the same calls and nothing else. */
export async function warmCpu(
  service: MeteredService,
  { full, say }: BenchOptions,
): Promise<Figure> {
  const perRound = full ? 100 : 25;
  const log = captureLog();
  try {
    const contests = await contestsOf(service);
    const rows = [];
    for (const { name, ours, bare } of contests) {
      say(`P5: ${name}`);
      await cpuOf(ours, perRound);
      await cpuOf(bare, perRound);
      const pairs: { readonly ours: number; readonly bare: number }[] = [];
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const first = pair % 2 === 0 ? await cpuOf(ours, perRound) : null;
        const other = await cpuOf(bare, perRound);
        pairs.push({ ours: first ?? (await cpuOf(ours, perRound)), bare: other });
        service.meter.take();
      }
      const oursMs = median(pairs.map((pair) => pair.ours));
      const bareMs = median(pairs.map((pair) => pair.bare));
      rows.push({
        request: name,
        "ours ms": round(oursMs, 2),
        "SDK alone ms": round(bareMs, 2),
        "ours/SDK": round(median(pairs.map((pair) => pair.ours / pair.bare)), 2),
        "on top ms": round(oursMs - bareMs, 2),
      });
    }
    return {
      id: "P5",
      title: "warm CPU per request",
      how: `${PAIRS} interleaved pairs of ${perRound} requests, one after the other; CPU time of a process in which the counting proxy runs as well, equally on both sides; load of the machine ${machineLoad()}. The authorizer answers from its memory. Verification and JWT are not measured.`,
      rows,
    };
  } finally {
    log.restore();
  }
}

async function contestsOf(service: MeteredService): Promise<readonly Contest[]> {
  const { body } = await service.create();
  const id = String(body.id);
  const recorded = async (run: () => Promise<unknown>) => {
    await run();
    return (await service.metered(run)).calls;
  };
  await service.authorize(service.merchant.liveKey);
  const create = await recorded(() => service.create());
  const read = await recorded(() => service.read(id));
  const list = await recorded(() => service.list());
  const client = new DynamoDBClient({ endpoint: service.meter.endpoint });
  return [
    {
      name: "authorize by key (remembered)",
      ours: () => service.authorize(service.merchant.liveKey),
      bare: replay(client, read),
    },
    { name: "read a checkout", ours: () => service.read(id), bare: replay(client, read) },
    { name: "list 20 checkouts", ours: () => service.list(), bare: replay(client, list) },
    { name: "create a checkout", ours: () => service.create(), bare: replay(client, create) },
  ];
}

function replay(client: DynamoDBClient, calls: readonly MeteredCall[]): () => Promise<unknown> {
  let count = 0;
  return () => {
    count += 1;
    return Promise.all(calls.map((call) => send(client, call, count)));
  };
}

function send(
  client: DynamoDBClient,
  { action, body }: MeteredCall,
  count: number,
): Promise<unknown> {
  const { ReturnConsumedCapacity: _, ...input } = body;
  switch (action) {
    case "GetItem":
      return client.send(new GetItemCommand(input as unknown as GetItemCommandInput));
    case "Query":
      return client.send(new QueryCommand(input as unknown as QueryCommandInput));
    case "TransactWriteItems":
      return client.send(new TransactWriteItemsCommand(renamed(input, count)));
    default:
      throw new Error(`${action} is not replayed`);
  }
}

/** The same writes under keys of their own: their conditions want nothing to be there. */
function renamed(input: object, count: number): TransactWriteItemsCommandInput {
  const own = JSON.stringify({ ...input, ClientRequestToken: undefined });
  return JSON.parse(own.replaceAll(/"(CO|EVT)#(\w+)"/g, `"$1#$2-${process.pid}-${count}"`));
}

/** ms of CPU for each. */
async function cpuOf(run: () => Promise<unknown>, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < times; count += 1) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}
