import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { request } from "undici";
import { telebirr } from "../lib/providers/telebirr/adapter.ts";
import type { MeteredCall } from "../test/support/aws-meter.ts";
import { createMerchant } from "../test/support/merchant.ts";
import type { MeteredService } from "../test/support/metered-service.ts";
import { type BenchOptions, type Figure, machineLoad, median, round } from "./figure.ts";
import { captureLog } from "./payment-path.ts";
import { renamed, replay } from "./replay.ts";

const PAIRS = 21;
const MERCHANTS = 40;

interface Contest {
  readonly name: string;
  /** Called before so many times of either side; none of it is measured. */
  readonly prepare?: (times: number) => Promise<void>;
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
    for (const { name, prepare, ours, bare } of contests) {
      say(`P5: ${name}`);
      const turn = async (run: () => Promise<unknown>) => {
        await prepare?.(perRound);
        return cpuOf(run, perRound);
      };
      await turn(ours);
      await turn(bare);
      const pairs: { readonly ours: number; readonly bare: number }[] = [];
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const first = pair % 2 === 0 ? await turn(ours) : null;
        const other = await turn(bare);
        pairs.push({ ours: first ?? (await turn(ours)), bare: other });
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
      how: `${PAIRS} interleaved pairs of ${perRound} requests, one after the other; CPU time of a process in which the counting proxy runs as well, equally on both sides; load of the machine ${machineLoad()}. The authorizer answers from its memory, beside it stands the one read that it is spared. On both sides of a submission the same receipt is fetched, since the bank simulator shares the process; only ours wakes the sender.`,
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
  const keys = await warmKeys(service);
  const token = await service.accessToken();
  const published = (await service.metered(() => service.authorizeUser(token))).calls;
  const create = await recorded(() => service.create());
  const read = await recorded(() => service.read(id));
  const list = await recorded(() => service.list());
  const client = new DynamoDBClient({ endpoint: service.meter.endpoint });
  let count = 0;
  return [
    {
      name: "authorize by key (remembered)",
      ours: () => {
        count += 1;
        return service.authorize(keys[count % keys.length] ?? "");
      },
      bare: () => replay(client, read),
    },
    {
      name: "authorize by access token (keys remembered)",
      ours: () => service.authorizeUser(token),
      bare: () => replay(client, published),
    },
    { name: "read a checkout", ours: () => service.read(id), bare: () => replay(client, read) },
    { name: "list 20 checkouts", ours: () => service.list(), bare: () => replay(client, list) },
    createContest(service, client, create),
    await submitContest(service, client),
  ];
}

/** Enough keys that none of them meets the 100 requests a second that the authorizer allows one. */
async function warmKeys(service: MeteredService): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let made = 0; made < MERCHANTS; made += 1) {
    const { liveKey, testKey } = await createMerchant(service.engine.table, { credits: 0 });
    keys.push(liveKey, testKey);
  }
  for (const key of keys) await service.authorize(key);
  return keys;
}

function createContest(
  service: MeteredService,
  client: DynamoDBClient,
  calls: readonly MeteredCall[],
): Contest {
  const ready: (readonly MeteredCall[])[] = [];
  return {
    name: "create a checkout",
    prepare: async (times) => {
      while (ready.length < times) ready.push(renamed(calls));
    },
    ours: () => service.create(),
    bare: () => replay(client, ready.pop() ?? []),
  };
}

/** What a payer hands in is made beforehand: a checkout for each time, and money at the bank. */
async function submitContest(service: MeteredService, client: DynamoDBClient): Promise<Contest> {
  interface Payment {
    readonly id: string;
    readonly token: string;
    readonly reference: string;
    /** The calls that verifying it takes. */
    readonly calls: readonly MeteredCall[];
  }
  const ready: Payment[] = [];
  const pay = async (callsFor: (payment: Omit<Payment, "calls">) => readonly MeteredCall[]) => {
    const { body } = await service.create();
    const token = String(body.pay_url).split("/").at(-2) ?? "";
    const payment = { id: String(body.id), token, reference: await service.pay(150_000) };
    return { ...payment, calls: callsFor(payment) };
  };
  const next = () => {
    const one = ready.pop();
    if (one === undefined) throw new Error("not enough was prepared");
    return one;
  };
  const submit = async (token: string, reference: string) => {
    const { body } = await service.submit(token, reference);
    if (body.status !== "verified") throw new Error(`not verified: ${String(body.outcome)}`);
  };
  const warm = await pay(() => []);
  await submit(warm.token, warm.reference);
  const known = await pay(() => []);
  const { calls: all } = await service.metered(() => submit(known.token, known.reference));
  const calls = all.filter(({ action }) => action !== "SendMessageBatch");
  return {
    name: "submit a payment (receipt fetched, verified)",
    async prepare(times) {
      const callsFor = ({ id, reference }: Omit<Payment, "calls">) =>
        renamed(calls, { [known.id]: id, [known.reference]: reference });
      while (ready.length < times) ready.push(await pay(callsFor));
    },
    ours: () => {
      const { token, reference } = next();
      return submit(token, reference);
    },
    bare: async () => {
      const { reference, calls } = next();
      await Promise.all(
        Array.from({ length: telebirr.hosts.receipts?.race?.parallel ?? 1 }, async () => {
          const receipt = await request(`${service.bankUrl}/receipt/${reference}`);
          await receipt.body.text();
        }),
      );
      await replay(client, calls);
    },
  };
}

/** ms of CPU for each. */
async function cpuOf(run: () => Promise<unknown>, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < times; count += 1) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}
