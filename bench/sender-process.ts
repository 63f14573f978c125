// A process of its own in which P6 runs one kind of sender, so that its processor time is counted alone.
// Takes jobs by message, answers with what they took.
import { createHmac, randomBytes } from "node:crypto";
import { Pool } from "undici";
import type { CommittedEvent } from "../lib/use-cases/webhooks/relay.ts";
import { loadHandler } from "../test/support/function-calls.ts";
import { BULLMQ, type BullMq } from "./bullmq.ts";

/** What to send, and how. */
export type SenderJob =
  | {
      readonly kind: "worker";
      readonly name: string;
      /** Events of invocations. */
      readonly batches: readonly object[];
      readonly atOnce: number;
    }
  /** What the function that settles a payment does for its event, one event at a time. */
  | { readonly kind: "ahead"; readonly events: readonly CommittedEvent[] }
  | { readonly kind: "bare"; readonly url: string; readonly count: number; readonly body: string }
  | {
      readonly kind: "bullmq";
      readonly url: string;
      readonly count: number;
      readonly body: string;
      readonly redisPort: number;
    };

export interface SenderResult {
  readonly cpuMs: number;
  readonly seconds: number;
}

const AT_ONCE = 50;
/** Settling functions. */
const FUNCTIONS_AT_ONCE = 5;

process.on("message", async (job: SenderJob) => {
  const write = process.stdout.write;
  process.stdout.write = (() => true) as typeof process.stdout.write;
  try {
    process.send?.(await run(job));
  } finally {
    process.stdout.write = write;
  }
});

async function run(job: SenderJob): Promise<SenderResult> {
  switch (job.kind) {
    case "worker":
      return runWorker(job);
    case "ahead":
      return runAhead(job);
    case "bare":
      return runBare(job);
    case "bullmq":
      return runBullMq(job);
  }
}

async function runWorker({ name, batches, atOnce }: Extract<SenderJob, { kind: "worker" }>) {
  const handler = await loadHandler<(event: object, context: object) => Promise<unknown>>(
    `workers-${name}`,
  );
  const context = { getRemainingTimeInMillis: () => 30_000 };
  const left = [...batches];
  return measured(() =>
    inParallel(atOnce, async () => {
      for (let batch = left.shift(); batch !== undefined; batch = left.shift()) {
        const answer = await handler(batch, context);
        const { batchItemFailures = [] } = (answer ?? {}) as {
          batchItemFailures?: readonly unknown[];
        };
        if (batchItemFailures.length > 0) throw new Error(`${name} failed`);
      }
    }),
  );
}

async function runAhead({ events }: Extract<SenderJob, { kind: "ahead" }>) {
  const { sendAhead } = await import("../lib/use-cases/webhooks/route-event.ts");
  const left = [...events];
  return measured(() =>
    inParallel(FUNCTIONS_AT_ONCE, async () => {
      for (let event = left.shift(); event !== undefined; event = left.shift())
        await sendAhead([event]);
    }),
  );
}

async function runBare({ url, count, body }: Extract<SenderJob, { kind: "bare" }>) {
  const post = signedPosts(url, body);
  let left = count;
  return measured(() =>
    inParallel(AT_ONCE, async () => {
      while (left-- > 0) await post();
    }),
  );
}

async function runBullMq(job: Extract<SenderJob, { kind: "bullmq" }>) {
  const { Queue, Worker } = (await import(BULLMQ)) as BullMq;
  const connection = { host: "127.0.0.1", port: job.redisPort, maxRetriesPerRequest: null };
  const name = `webhooks-${randomBytes(4).toString("hex")}`;
  const queue = new Queue(name, { connection });
  await queue.waitUntilReady();
  const post = signedPosts(job.url, "");
  const options = { attempts: 9, backoff: { type: "exponential", delay: 6_600 } };
  let done = 0;
  const result = await measured(async () => {
    const ended = Promise.withResolvers<void>();
    const worker = new Worker(
      name,
      async ({ data }) => {
        await post(data.body);
      },
      { connection, concurrency: AT_ONCE },
    );
    worker.on("completed", () => {
      done += 1;
      if (done === job.count) ended.resolve();
    });
    for (let made = 0; made < job.count; made += 10) {
      await queue.addBulk(
        Array.from({ length: Math.min(10, job.count - made) }, () => ({
          name: "deliver",
          data: { body: job.body },
          opts: options,
        })),
      );
    }
    await ended.promise;
    await worker.close();
  });
  await queue.close();
  return result;
}

/** Signs and posts over kept connections, and nothing else. */
function signedPosts(url: string, standard: string) {
  const secret = randomBytes(32);
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: AT_ONCE });
  return async (body = standard) => {
    const id = randomBytes(8).toString("hex");
    const timestamp = Math.floor(Date.now() / 1000);
    const mac = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
    const answer = await pool.request({
      path: pathname,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": `v1,${mac}`,
      },
      body,
    });
    await answer.body.dump();
  };
}

async function inParallel(count: number, run: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, run));
}

async function measured(run: () => Promise<void>): Promise<SenderResult> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await run();
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, seconds: (performance.now() - startedAt) / 1000 };
}
