import { execFile } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { request } from "undici";
import type { EventWithBody } from "../lib/domain/event-record.ts";
import { newId } from "../lib/domain/ids.ts";
import { eventWrites } from "../lib/store/events.ts";
import { transact } from "../lib/store/transact.ts";
import { type MeteredService, sentMessage } from "../test/support/metered-service.ts";
import type { IsolationResult } from "./dead-endpoint.ts";
import { type BenchOptions, type Figure, machineLoad, round } from "./figure.ts";
import { captureLog } from "./payment-path.ts";

const AT_ONCE = 50;
const BATCH = 10;
const BODY = JSON.stringify({ note: "x".repeat(1000) });

/** P6: attempts of the real worker on the real table engine, against a loop that only signs and posts. */
export async function throughput(
  service: MeteredService,
  { full, say }: BenchOptions,
): Promise<Figure> {
  const count = full ? 2000 : 300;
  const log = captureLog();
  try {
    say(`P6: preparing ${count} deliveries`);
    const messages: unknown[] = [];
    for (let made = 0; made < count; made += 1) messages.push(await newDelivery(service));
    const batches = chunks(messages, BATCH);
    const ours = await timed(count, AT_ONCE / BATCH, batches, (batch) =>
      service.work("deliver-webhook", ...batch),
    );
    const secret = randomBytes(32);
    const bare = await timed(count, AT_ONCE, messages, () =>
      signAndPost(service.receiverUrl, secret),
    );
    return {
      id: "P6",
      title: "webhook deliveries, 1 KB, 50 at once",
      how: `${count} deliveries to a receiver on this machine; load ${machineLoad()}. Receiver, table engine and counting proxy share the machine, the first and the last of them this process. BullMQ was not run: there is no Redis here.`,
      rows: [
        { what: "ours (claim, read, sign, post, record)", ...ours },
        { what: "bare undici loop (sign, post)", ...bare },
        { what: "ours/bare", "CPU ms each": round(ours["CPU ms each"] / bare["CPU ms each"], 1) },
      ],
    };
  } finally {
    log.restore();
  }
}

/** Makes an event and what sends it to the receiver; answers with the queue's message. */
export async function newDelivery(service: MeteredService): Promise<unknown> {
  const { accountId, appId } = service.merchant;
  const at = Date.now();
  const id = newId("evt_", at, randomBytes(10));
  const event: EventWithBody = {
    id,
    accountId,
    appId,
    livemode: true,
    type: "checkout.verified",
    sequence: 2,
    createdAt: at,
    objectId: "co_bench",
    body: BODY,
  };
  await transact(service.engine.table, eventWrites(event));
  const detail = {
    version: 1,
    id,
    account_id: accountId,
    app_id: appId,
    livemode: true,
    type: event.type,
    sequence: 2,
  };
  const { calls } = await service.metered(() => service.work("fan-out-webhooks", { detail }));
  return sentMessage(calls);
}

async function signAndPost(url: string, secret: Uint8Array): Promise<void> {
  const id = randomBytes(8).toString("hex");
  const timestamp = Math.floor(Date.now() / 1000);
  const mac = createHmac("sha256", secret).update(`${id}.${timestamp}.${BODY}`).digest("base64");
  const answer = await request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": `v1,${mac}`,
    },
    body: BODY,
  });
  await answer.body.dump();
}

/** Works all jobs off, `atOnce` at the same time. */
async function timed<T>(
  count: number,
  atOnce: number,
  jobs: readonly T[],
  run: (job: T) => Promise<unknown>,
) {
  const left = [...jobs];
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let job = left.pop(); job !== undefined; job = left.pop()) await run(job);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    "per second": round(count / seconds, 0),
    "CPU ms each": round((user + system) / 1000 / count, 2),
  };
}

function chunks<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}

/** P7, in a process of its own, which sets its own environment. */
export async function isolation({ full, say }: BenchOptions): Promise<Figure> {
  const [waiting, samples] = full ? [10_000, 200] : [1_000, 60];
  say(`P7: ${waiting} deliveries wait for a dead endpoint`);
  const file = join(import.meta.dirname, "dead-endpoint.ts");
  const code = `import { measureIsolation } from ${JSON.stringify(file)}; console.log("RESULT" + JSON.stringify(await measureIsolation(${waiting}, ${samples}))); process.exit(0);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", code],
    { timeout: 300_000, maxBuffer: 1e8 },
  );
  const { idle, during } = JSON.parse(stdout.split("RESULT")[1] ?? "{}") as IsolationResult;
  return {
    id: "P7",
    title: "a quiet endpoint's delay while another is dead (ms)",
    how: `${waiting} deliveries waiting for an endpoint that takes connections and never answers; ${samples} deliveries of the quiet one; plain first-in-first-out queues; load of the machine ${machineLoad()}.`,
    rows: [
      { when: "idle", ...idle },
      { when: "while the other is dead", ...during },
    ],
  };
}
