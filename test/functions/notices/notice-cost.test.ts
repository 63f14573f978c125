import type { SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createNoticeSource } from "../../../lib/contract/routes/platform-notices.ts";
import { receiveNotice } from "../../../lib/contract/routes/public-notices.ts";
import type { MeteredCall } from "../../support/aws-meter.ts";
import { invoke, loadHandler } from "../../support/function-calls.ts";
import {
  type MeteredService,
  sentMessage,
  startMeteredService,
} from "../../support/metered-service.ts";
import { telebirrText } from "../../support/running-stack.ts";
import { createUser } from "../../support/users.ts";

let service: MeteredService;
let source: { readonly id: string; readonly secret: string };
let receive: unknown;
let follow: (event: SQSEvent) => Promise<{ readonly batchItemFailures: readonly unknown[] }>;

beforeAll(async () => {
  service = await startMeteredService();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const { accountId, appId } = service.merchant;
  const principal = await createUser(service.engine.table, accountId);
  const { createNoticeSource: handler } = await import("../../../functions/platform/notices.ts");
  const body = { app_id: appId, name: "Shop phone", kind: "sms_forwarder" };
  source = (await invoke(handler, createNoticeSource, { principal, body })).body;
  ({ receiveNotice: receive } = await import("../../../functions/public/notices.ts"));
  follow = await loadHandler("workers-follow-notices");
});
afterAll(async () => {
  vi.restoreAllMocks();
  await service.close();
});

const forward = (from: string, text: string) =>
  service.metered(() =>
    invoke(receive, receiveNotice, {
      params: { source: source.id },
      headers: { authorization: `Bearer ${source.secret}` },
      body: { from, text, sentStamp: Date.now() },
    }),
  );

const work = (message: unknown) =>
  service.metered(() =>
    follow({ Records: [{ messageId: "1", body: JSON.stringify(message) }] } as SQSEvent),
  );

const units = (calls: readonly MeteredCall[]) =>
  calls.reduce((sum, { writeUnits }) => sum + writeUnits, 0);

test("a notice costs four write units and one message, a copy of it no more", async () => {
  for (const isCopy of [false, true]) {
    const received = await forward("127", telebirrText("DKX1COST01"));
    expect(received.result.status).toBe(202);
    const message = sentMessage(received.calls);
    expect(JSON.stringify(message)).not.toMatch(/101,500|10150000/);
    const followed = await work(message);
    expect(followed.result.batchItemFailures).toEqual([]);
    expect(units(received.calls) + units(followed.calls)).toBeLessThanOrEqual(4);
    if (!isCopy) expect(units(received.calls) + units(followed.calls)).toBe(4);
  }
});

test("a private message costs the write that counts it, and reaches no queue", async () => {
  const { calls } = await forward("+251911223344", "See you at seven");
  expect(units(calls)).toBe(1);
  expect(calls.filter((call) => call.service === "sqs")).toEqual([]);
});

test("an unsigned message costs a read and nothing else", async () => {
  const { calls } = await service.metered(() =>
    invoke(receive, receiveNotice, { params: { source: source.id }, body: {} }),
  );
  expect(units(calls)).toBe(0);
});
