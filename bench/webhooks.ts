import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import type { EventWithBody } from "../lib/domain/event-record.ts";
import { newId } from "../lib/domain/ids.ts";
import { eventWrites } from "../lib/store/outbox.ts";
import { transact } from "../lib/store/transact.ts";
import { type MeteredService, sentMessage } from "../test/support/metered-service.ts";
import type { Death, IsolationResult } from "./dead-endpoint.ts";
import { type BenchOptions, type Figure, machineLoad } from "./figure.ts";

const BODY = JSON.stringify({ note: "x".repeat(1000) });

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

/** P7 and P7b, each in a process of its own, which sets its own environment. */
export async function isolation(death: Death, { full, say }: BenchOptions): Promise<Figure> {
  const waiting = full && death === "known" ? 10_000 : 1_000;
  const [id, when] =
    death === "known" ? ["P7", "is known to be dead"] : ["P7b", "has just died, first minute"];
  say(`${id}: ${waiting} deliveries wait for an endpoint that ${when}`);
  const file = join(import.meta.dirname, "dead-endpoint.ts");
  const code = `import { measureIsolation } from ${JSON.stringify(file)}; console.log("RESULT" + JSON.stringify(await measureIsolation(${waiting}, ${JSON.stringify(death)}))); process.exit(0);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", code],
    { timeout: 600_000, maxBuffer: 1e8 },
  );
  const { idle, during } = JSON.parse(stdout.split("RESULT")[1] ?? "{}") as IsolationResult;
  return {
    id,
    title: `a quiet endpoint's delay while another ${when} (ms)`,
    how: `${waiting} deliveries for an endpoint that takes connections and never answers; plain first-in-first-out queues, without SQS's fair queues; load of the machine ${machineLoad()}.`,
    rows: [
      { when: "idle", ...idle },
      { when: `while the other ${when}`, ...during },
    ],
  };
}
