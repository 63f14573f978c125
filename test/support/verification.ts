import type { SendMessageBatchCommandInput } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, onTestFinished, vi } from "vitest";
import {
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from "../../lib/cloud/aws-services.ts";
import { type VerificationMessage, verificationMessage } from "../../lib/contract/messages.ts";
import { createCheckoutBody } from "../../lib/contract/schemas/checkout.ts";
import type { ServiceConfig } from "../../lib/contract/service-config.ts";
import type { Attempt, AttemptState } from "../../lib/domain/attempt.ts";
import type { Checkout } from "../../lib/domain/checkout.ts";
import { decide } from "../../lib/domain/checkout-changes.ts";
import { newId } from "../../lib/domain/ids.ts";
import { fold } from "../../lib/domain/ledger.ts";
import type { ProviderId } from "../../lib/domain/provider.ts";
import type { Receipt } from "../../lib/domain/receipt.ts";
import { randomBytes, table } from "../../lib/pipeline/deps.ts";
import { attemptWrite, getAttempt, listAttempts } from "../../lib/store/attempts.ts";
import { getCheckout } from "../../lib/store/checkouts.ts";
import { getClaim } from "../../lib/store/claims.ts";
import { getBalance } from "../../lib/store/credit-shards.ts";
import { listLedger } from "../../lib/store/credits.ts";
import { newSourceWrites } from "../../lib/store/notice-sources.ts";
import { type Table, transact } from "../../lib/store/transact.ts";
import { changeCheckout } from "../../lib/use-cases/checkouts/change.ts";
import { createCheckout } from "../../lib/use-cases/checkouts/create.ts";
import { settleAttempt } from "../../lib/use-cases/verification/settle-attempt.ts";
import { mockClient } from "./aws-mock.ts";
import { eventsAbout } from "./events.ts";
import { setFunctionEnvironment } from "./function-calls.ts";
import { HOSTILE_BANK_SETTINGS, startHostileBank } from "./hostile-bank.ts";
import { type Merchant, SHOP } from "./merchant.ts";
import { aroundSends, startTable, type TestTable } from "./table.ts";

/**
 * Wake-ups that the service has put on its verification queue, in the order of sending. Log lines are
 * kept out of the test's output meanwhile.
 */
export function catchWakeUps(): {
  readonly messages: VerificationMessage[];
  /** What was sent to other queues. */
  readonly others: unknown[];
  restore(): void;
} {
  const messages: VerificationMessage[] = [];
  const others: unknown[] = [];
  const queue = mockClient(SQSClient);
  const take = ({ MessageBody = "" }: { readonly MessageBody?: string | undefined }) =>
    messages.push(verificationMessage.parse(JSON.parse(MessageBody)));
  queue.on(SendMessageCommand).callsFake((input) => {
    // Other queues get messages of other kinds.
    if (String(input.QueueUrl).endsWith("/verification")) take(input);
    else others.push(JSON.parse(input.MessageBody ?? "null"));
    return {};
  });
  queue.on(SendMessageBatchCommand).callsFake((input: SendMessageBatchCommandInput) => {
    const { Entries = [], QueueUrl = "" } = input;
    for (const entry of Entries) {
      if (QueueUrl.endsWith("/verification")) take(entry);
      else others.push(JSON.parse(entry.MessageBody ?? "null"));
    }
    return { Successful: Entries.map(({ Id }) => ({ Id })) };
  });
  const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  return {
    messages,
    others,
    restore: () => {
      output.mockRestore();
      queue.restore();
    },
  };
}

/** A checkout as the API makes it. */
export function open(
  merchant: Merchant,
  fields: {
    readonly amount?: number;
    readonly mode?: "live" | "test";
    [field: string]: unknown;
  } = {},
): Promise<Checkout> {
  const { mode = "live", ...body } = fields;
  return createCheckout({
    accountId: merchant.accountId,
    appId: merchant.appId,
    mode,
    body: createCheckoutBody.parse({ amount: 150_000, ...body }),
    now: Date.now(),
    alongside: () => [],
  });
}

/** Pairs a phone with the shop; returns the id of its source. */
export async function pair({ accountId, appId }: Pick<Merchant, "accountId" | "appId">) {
  const id = newId("nts_", Date.now(), randomBytes(10));
  const secrets = { secret: "sealed", previousSecret: null, balanceKey: "sealed" };
  const phone = { id, accountId, appId, name: "Shop phone", ...secrets, createdAt: Date.now() };
  const writes = newSourceWrites({ ...phone, kind: "sms_forwarder", status: "active" });
  await transact(table(), writes);
  return id;
}

/** A reference that was taken and whose bank has not answered yet. */
export async function submitted(
  checkout: Checkout,
  reference: string,
  provider?: ProviderId,
): Promise<AttemptState> {
  const { attempt, list } = await unlisted(checkout, reference, provider);
  const listed = await list();
  if (!listed) throw new Error("not submitted: the checkout has changed");
  return { checkout: listed, attempt };
}

/**
 * The first half of a submission: the attempt is stored, and its checkout does not list it. `list` writes the second
 * half; null if the checkout has changed since.
 */
export async function unlisted(
  checkout: Checkout,
  reference: string,
  provider: ProviderId = checkout.livemode ? "telebirr" : "sandbox",
): Promise<{ readonly attempt: Attempt; readonly list: () => Promise<Checkout | null> }> {
  const at = Date.now();
  const attempt: Attempt = {
    id: newId("att_", at, randomBytes(10)),
    checkoutId: checkout.id,
    accountId: checkout.accountId,
    appId: checkout.appId,
    livemode: checkout.livemode,
    lookup: { provider, reference, variant: "reference", parts: {}, datedOn: null },
    payerPhone: null,
    outcome: "pending",
    createdAt: at,
    settledAt: null,
    tries: 1,
    nextAt: at,
    leaseUntil: at + 30_000,
    streak: null,
    expected: { amount: checkout.amount, currency: checkout.currency },
    found: null,
    evidence: null,
    receipt: null,
    fingerprints: [],
  };
  const decision = decide(checkout, {
    type: "submit",
    attempt: { id: attempt.id, provider, reference, submittedAt: at, awaitsCredits: false },
    failedAttemptsLimit: 20,
    now: at,
  });
  if (!decision.ok) throw new Error(`not submitted: ${decision.refusal}`);
  const { after, writes } = changeCheckout(checkout, decision.events, at);
  await transact(table(), [attemptWrite(attempt, "new")]);
  const list = async () => ((await transact(table(), writes)).committed ? after : null);
  return { attempt, list };
}

/** A submitted reference that its checkout has unlisted without settling it: only a damaged table holds one. */
export async function forgotten({ checkout, attempt }: AttemptState): Promise<AttemptState> {
  const ended = { outcome: "superseded", failed: false } as const;
  const change = changeCheckout(
    checkout,
    [{ type: "attempt_ended", attemptId: attempt.id, ...ended }],
    Date.now(),
    attempt,
  );
  const commit = await transact(table(), change.writes);
  if (!commit.committed) throw new Error(`not forgotten: ${JSON.stringify(commit.refusals)}`);
  return { checkout: change.after, attempt };
}

/**
 * Until the test ends, runs before each call (`TransactWriteItems`, …) of the service to the table, e.g. as another writer
 * who gets in between; not before calls of its own.
 */
export function beforeCalls(
  run: (call: string, input: Readonly<Record<string, unknown>>) => unknown,
): void {
  let isRunning = false;
  const undo = aroundSends(table().client, async ({ operation, input }, next) => {
    if (isRunning) return next();
    isRunning = true;
    try {
      await run(operation, { ...input });
    } finally {
      isRunning = false;
    }
    return next();
  });
  onTestFinished(undo);
}

/** What the bank says when all is well; change what should not be. */
export function receiptOf(reference: string, changes: Partial<Receipt> = {}): Receipt {
  return {
    provider: "telebirr",
    reference,
    aliases: [],
    status: "completed",
    amountMinor: 150_000,
    currency: "ETB",
    receiver: { institution: "telebirr", name: SHOP.name, account: SHOP.number },
    payer: { name: "Abebe Kebede", account: null },
    paidAt: Date.now(),
    dateOnly: false,
    source: {
      urlHost: "bank.example",
      bodySha256: "0".repeat(64),
      fetchedAt: Date.now(),
      parserVersion: "test",
    },
    ...changes,
  };
}

/** What tests of payments do again and again. `prefix` begins the references, three characters. */
export function payments(prefix: string, table: () => Table, merchant: () => Merchant) {
  let count = 0;
  const newReference = () => `${prefix}${String(++count).padStart(7, "0")}`;
  return {
    newReference,
    part: (amountMinor: number, changes: Partial<Receipt> = {}) =>
      receiptOf(newReference(), { amountMinor, ...changes }),
    /** The bank answers with the receipt. */
    async pay(checkout: Pick<Checkout, "id">, receipt: Receipt) {
      const state = await submitted(await read(checkout.id), receipt.reference, receipt.provider);
      return settleAttempt(state, { kind: "receipt", receipt });
    },
    /** The checkout that has claimed a reference. */
    owner(reference: string, provider: ProviderId = "telebirr") {
      const scope = { accountId: merchant().accountId, mode: "live" } as const;
      return getClaim(table(), scope, `${provider}:${reference}`);
    },
    /** A person's, about the state that was just read. */
    decision: ({ id, sequence }: Checkout) => ({
      load: () => read(id),
      ...{ by: "usr_tester", reason: "Seen", sequence, now: Date.now(), alongside: () => [] },
    }),
    captured: async () => (await accounts(merchant().accountId)).balance.captured,
  };
}

/** Opens a checkout, takes the receipt's reference, and lets the bank answer with the receipt. */
export async function verify(
  merchant: Merchant,
  receipt: Receipt,
  fields: Parameters<typeof open>[1] = {},
): Promise<AttemptState> {
  const state = await submitted(await open(merchant, fields), receipt.reference);
  return settleAttempt(state, { kind: "receipt", receipt });
}

/** The checkout as it is stored now. */
export async function read(id: string): Promise<Checkout> {
  const checkout = await getCheckout(table(), id);
  if (!checkout) throw new Error("the checkout is gone");
  return checkout;
}

/** Attempts that a checkout shows now, newest first. */
export async function attemptsOf({ id }: Pick<Checkout, "id">): Promise<readonly Attempt[]> {
  const page = { limit: 100, internal: true } as const;
  return (await listAttempts(table(), await read(id), page)).data;
}

/** What is stored now. */
export async function stored({ checkout, attempt }: AttemptState): Promise<AttemptState> {
  const [checkoutNow, attemptNow] = await Promise.all([
    read(checkout.id),
    getAttempt(table(), checkout.id, attempt.id),
  ]);
  if (!attemptNow) throw new Error("the attempt is gone");
  return { checkout: checkoutNow, attempt: attemptNow };
}

/** Types of the events about a checkout, oldest first. */
export async function eventTypes(checkout: Pick<Checkout, "id">): Promise<string[]> {
  const events = await eventsAbout(table(), checkout.id);
  return events.map(({ type }) => type).reverse();
}

/** The stored balance beside the one that the ledger adds up to. */
export async function accounts(accountId: string) {
  const entries = [];
  let cursor: string | undefined;
  do {
    const page = await listLedger(table(), accountId, { limit: 100, cursor });
    entries.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { balance: await getBalance(table(), accountId), ledger: fold(entries), entries };
}

/** What `setUpVerification` opens for the tests of a file. */
interface VerificationSetup {
  readonly table: Table;
  /** See `catchWakeUps`. */
  readonly messages: VerificationMessage[];
  readonly others: unknown[];
}

/** Opens a table for all tests of a file, points the functions to it and catches their wake-ups. Read it within tests. */
export function setUpVerification(): VerificationSetup {
  let engine: TestTable;
  let wakeUps: ReturnType<typeof catchWakeUps>;
  beforeAll(async () => {
    engine = await startTable();
    setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
    wakeUps = catchWakeUps();
  });
  afterAll(async () => {
    wakeUps?.restore();
    await engine?.stop();
  });
  return {
    get table() {
      return engine.table;
    },
    get messages() {
      return wakeUps.messages;
    },
    get others() {
      return wakeUps.others;
    },
  };
}

/** Lets the runtime's own composition root find a real table in this process. Stop it in `afterAll`. */
export async function startRuntime(config: Partial<ServiceConfig> = {}) {
  const engine = await startTable();
  setFunctionEnvironment({
    tableName: engine.table.name,
    dynamoDbEndpoint: engine.endpoint,
    config,
  });
  const calls: string[] = [];
  aroundSends(table().client, ({ operation }, next) => next().finally(() => calls.push(operation)));
  return {
    table: engine.table,
    /** Names of the calls that the table has answered since the last look. */
    takeCalls: () => calls.splice(0),
    stop: async () => {
      table().client.destroy();
      await engine.stop();
    },
  };
}

/** A table, and the hostile bank as the provider `http` of this process. Stop it in `afterAll`. */
export async function setUpHostileBank() {
  const engine = await startTable();
  const bank = await startHostileBank(Date.now);
  const wakeUps = catchWakeUps();
  setFunctionEnvironment({
    tableName: engine.table.name,
    dynamoDbEndpoint: engine.endpoint,
    config: {
      providers: { http: { enabled: true, baseUrl: bank.url, settings: HOSTILE_BANK_SETTINGS } },
    },
  });
  return {
    table: engine.table,
    bank,
    messages: wakeUps.messages,
    stop: async () => {
      wakeUps.restore();
      await bank.close();
      await engine.stop();
    },
  };
}
