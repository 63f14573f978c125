import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { SendMessageCommand, SQSClient } from "../../../lib/cloud/aws-services.ts";
import { createPaymentLink } from "../../../lib/contract/routes/platform-checkouts.ts";
import { submitLink } from "../../../lib/contract/routes/public-links.ts";
import { createCheckout, readCheckout, verifyCheckout } from "../../../lib/contract/routes/v1.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { now } from "../../../lib/pipeline/deps.ts";
import { variableOf } from "../../../lib/pipeline/environment.ts";
import type { Principal } from "../../../lib/pipeline/principal.ts";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { newLinkWrite } from "../../../lib/store/payment-links.ts";
import { type Table, transact } from "../../../lib/store/transact.ts";
import { getAccount } from "../../../lib/store/users.ts";
import { changeSuspension } from "../../../lib/use-cases/operator/suspend-account.ts";
import { mockClient } from "../../support/aws-mock.ts";
import {
  answer,
  invoke,
  loadHandler,
  setFunctionEnvironment,
} from "../../support/function-calls.ts";
import { createMerchant, grantCredits } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";

export const OUTBOX = {
  client: new SQSClient({}),
  urlOf: (name: string) => variableOf("QUEUE_URL", name),
};
export const REASON = "Customers report that nothing is delivered";

const LOADED = [
  ...["v1-create-checkout", "v1-read-checkout", "v1-verify-checkout", "platform-create-checkout"],
  "public-submit-link",
];

export interface Sent {
  readonly queue: string;
  readonly delay: number;
  // biome-ignore lint/suspicious/noExplicitAny: messages of several kinds
  readonly body: any;
}

/** A table for the tests of a file, and hands on the queue between an operator's change and the work that follows it. */
export function suspensionTests() {
  let engine: TestTable;
  const handlers = new Map<string, unknown>();
  let follow: (event: unknown, context: object) => Promise<unknown>;
  let queue: ReturnType<typeof mockClient>;

  beforeAll(async () => {
    engine = await startTable();
    setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
    queue = mockClient(SQSClient);
    // Loaded late: they look at the environment.
    for (const name of LOADED) handlers.set(name, await loadHandler(name));
    follow = await loadHandler("workers-follow-events");
  });
  beforeEach(() => {
    queue.reset();
    queue.on(SendMessageCommand).resolves({ MessageId: "1" });
    vi.spyOn(process.stdout, "write").mockReturnValue(true);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(() => engine.stop());

  const table = (): Table => engine.table;
  /** The worker's answer to a message. */
  const deliver = (body: unknown) =>
    follow({ Records: [{ messageId: "m", body: JSON.stringify(body) }] }, {});

  /** Messages that were sent since the last look. */
  function sent(): readonly Sent[] {
    const calls = queue.commandCalls(SendMessageCommand);
    const found = calls.map(({ args: [{ input }] }) => ({
      queue: input.QueueUrl?.split("/").at(-1) ?? "",
      delay: input.DelaySeconds ?? 0,
      body: JSON.parse(input.MessageBody ?? ""),
    }));
    queue.resetHistory();
    return found;
  }

  /** Gives the worker its messages, in the order of their delays, until it sends none. */
  async function work(messages = sent()): Promise<void> {
    const mine = messages.filter((one) => one.queue === "follow-up");
    for (const { body } of mine.toSorted((one, other) => one.delay - other.delay)) {
      expect(await deliver(body)).toEqual({ batchItemFailures: [] });
    }
    const more = sent();
    if (more.length > 0) await work(more);
  }

  async function openShop() {
    const accountId = newId("acc_", now(), randomBytes(10));
    const user = await createUser(table(), accountId, now());
    const merchant = await createMerchant(table(), { accountId });
    const { appId } = merchant;
    await grantCredits(table(), {
      ...{ id: newId("led_", now(), randomBytes(10)), accountId, kind: "grant", credits: 100 },
      ...{ source: "test", note: null, createdAt: now() },
    });
    const code = randomBytes(6).toString("hex");
    const link = { code, accountId, appId, livemode: false, amount: 150_000, currency: "ETB" };
    const counts = { checkoutsCount: 0, verifiedCount: 0, description: null, active: true };
    await transact(table(), [newLinkWrite({ ...link, ...counts, createdAt: now() })]);
    const scopes = ["checkouts:read", "checkouts:write"];
    const key = (mode: "live" | "test") =>
      ({ kind: "key", keyId: "key_test", accountId, appId, mode, scopes }) satisfies Principal;
    return {
      ...merchant,
      user,
      key,
      byKey: (mode: "live" | "test" = "test") =>
        invoke(handlers.get("v1-create-checkout"), createCheckout, {
          ...{ principal: key(mode), body: { amount: 150_000 } },
        }),
      byMember: () =>
        invoke(handlers.get("platform-create-checkout"), createPaymentLink, {
          ...{ principal: user, body: { amount: 150_000, app_id: appId, livemode: false } },
        }),
      /** Where a customer is sent who pays by the link. */
      byLink: async () => {
        const form = { params: { code: link.code }, body: {} };
        const { headers } = await answer(handlers.get("public-submit-link"), submitLink, form);
        return headers.location ?? "";
      },
      verify: (id: string, input: string) =>
        invoke(handlers.get("v1-verify-checkout"), verifyCheckout, {
          ...{ principal: key("test"), params: { id }, body: { provider: "sandbox", input } },
        }),
      read: (id: string) =>
        invoke(handlers.get("v1-read-checkout"), readCheckout, {
          ...{ principal: key("test"), params: { id } },
        }),
      suspend: (suspended = true) =>
        changeSuspension(
          {
            ...{ table: table(), accountId, suspended, kept: [] },
            ...{ by: { name: "hanna" }, reason: REASON, now: now() },
          },
          OUTBOX,
        ),
      account: async () => {
        const account = await getAccount(table(), accountId);
        if (account === null) throw new Error("The account is gone.");
        return account;
      },
    };
  }

  const isMarked = async (id: string) => (await getCheckout(table(), id))?.suspended === true;
  /** From then on, the queue takes a message only if `accepts` resolves. */
  const onSend = (accepts: () => Promise<void>) =>
    queue.on(SendMessageCommand).callsFake(async () => {
      await accepts();
      return { MessageId: "1" };
    });
  return { table, sent, work, deliver, openShop, isMarked, onSend };
}
export type Shop = Awaited<ReturnType<ReturnType<typeof suspensionTests>["openShop"]>>;
