import { setTimeout as pause } from "node:timers/promises";
import type { MeteredCall } from "../test/support/aws-meter.ts";
import {
  busMessage,
  type MeteredService,
  queuesOf,
  sentMessage,
} from "../test/support/metered-service.ts";

const QUIET_MS = 100;
/** Each payer has an address of its own, as customers at home have. */
let payers = 0;

/** One invocation of one function along the path of a payment. */
export interface Step {
  readonly name: string;
  readonly functionId: string;
  readonly calls: readonly MeteredCall[];
  /** Bytes that it wrote to its log. */
  readonly logBytes: number;
}

/** The steps of a live checkout that is paid, verified and delivered, in order. */
export async function walkPayment(service: MeteredService): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const step = async <T>(name: string, functionId: string, run: () => Promise<T>): Promise<T> => {
    const log = captureLog();
    try {
      const { result, calls } = await service.metered(run);
      steps.push({ name, functionId, calls, logBytes: log.bytes() });
      return result;
    } finally {
      log.restore();
    }
  };

  const key = service.merchant.liveKey;
  await service.authorize(key);
  await untilQuiet(service);
  await step("authorize (key is remembered)", "authorizer", () => service.authorize(key));
  const created = await step("create", "v1-create-checkout", () => service.create());
  const id = String(created.body.id);
  await step("create with a key", "v1-create-checkout", () =>
    service.create({ "idempotency-key": `bench-${id}` }),
  );
  await step("read", "v1-read-checkout", () => service.read(id));
  await step("list, one page", "v1-list-checkouts", () => service.list());
  const reference = await service.pay(150_000);
  const token = String(created.body.pay_url).split("/").at(-2) ?? "";
  payers += 1;
  const verified = await step("submit", "public-verify-checkout", () =>
    service.submit(token, reference, `2001:db8:${payers.toString(16)}::1`),
  );
  if (verified.body.status !== "verified") {
    throw new Error(`not verified: ${String(verified.body.outcome)}`);
  }
  await step("follow the balance", "workers-notify-low-credits", () => service.followBalance());
  const events = await service.events(id);
  for (const event of events.toSorted((a, b) => a.sequence - b.sequence)) {
    if (!(await service.reachesRelay(event))) continue;
    const last = () => steps.at(-1)?.calls ?? [];
    await step(`relay ${event.type}`, "workers-relay-events", () => service.relay(event));
    const message = busMessage(last());
    if (queuesOf(message).includes("follow-up")) {
      await step(`follow ${event.type}`, "workers-follow-events", () =>
        service.work("follow-events", message),
      );
    }
    await step(`fan out ${event.type}`, "workers-fan-out-webhooks", () =>
      service.work("fan-out-webhooks", message),
    );
    if (!last().some(({ service: name }) => name === "sqs")) continue;
    const delivery = sentMessage(last());
    await step("deliver, 1st attempt", "workers-deliver-webhook", () =>
      service.work("deliver-webhook", delivery),
    );
  }
  return steps;
}

/** Warms the containers: what they read once and remember is not part of the path. */
export async function warmUp(service: MeteredService): Promise<void> {
  const log = captureLog();
  try {
    await service.authorize(service.merchant.liveKey);
    await walkPayment(service);
  } finally {
    log.restore();
  }
}

/** Waits for the authorizer's work after its response, so that no step counts it. */
async function untilQuiet({ meter }: MeteredService): Promise<void> {
  do await pause(QUIET_MS);
  while (meter.take().length > 0);
}

/** Discards and counts what functions print. */
export function captureLog(): { bytes(): number; restore(): void } {
  const write = process.stdout.write;
  let bytes = 0;
  process.stdout.write = ((chunk: string | Uint8Array) => {
    bytes += Buffer.byteLength(chunk);
    return true;
  }) as typeof process.stdout.write;
  return {
    bytes: () => bytes,
    restore: () => {
      process.stdout.write = write;
    },
  };
}

/** DynamoDB's units and calls of some steps. */
export function databaseSum(calls: readonly MeteredCall[]) {
  const own = calls.filter(({ service }) => service === "dynamodb");
  return {
    calls: own.length,
    readUnits: own.reduce((sum, { readUnits }) => sum + readUnits, 0),
    writeUnits: own.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
    higherWriteUnits: own.reduce((sum, { higherWriteUnits }) => sum + higherWriteUnits, 0),
  };
}
