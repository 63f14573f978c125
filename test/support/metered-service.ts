import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { marshall } from "@aws-sdk/util-dynamodb";
import { newSigningKeyPair, publicHalf, signAccessToken } from "../../lib/cloud/access-token.ts";
import { seal } from "../../lib/cloud/secret-box.ts";
import { generateWebhookSecret } from "../../lib/cloud/webhook-signature.ts";
import { verifyPublicCheckout } from "../../lib/contract/routes/public.ts";
import { showPayPage } from "../../lib/contract/routes/public-pages.ts";
import {
  createCheckout,
  listCheckouts,
  readCheckout,
  verifyCheckout,
} from "../../lib/contract/routes/v1.ts";
import { relayEvents } from "../../lib/contract/workers/webhooks.ts";
import type { EventRecord } from "../../lib/domain/event-record.ts";
import { newId } from "../../lib/domain/ids.ts";
import { bankRoutes } from "../../lib/local/bank/simulator.ts";
import { matchesPattern } from "../../lib/local/events/bus.ts";
import type { Principal } from "../../lib/pipeline/principal.ts";
import { getAppWithMethods, subscribeWrite } from "../../lib/store/apps.ts";
import { shardKey } from "../../lib/store/credit-shards.ts";
import { newEndpointWrite } from "../../lib/store/endpoints.ts";
import { eventKey } from "../../lib/store/events.ts";
import { getItems } from "../../lib/store/get-items.ts";
import { putPublishedKeys } from "../../lib/store/sessions.ts";
import { transact } from "../../lib/store/transact.ts";
import { deriveKeyring } from "../../lib/use-cases/webhooks/keyring.ts";
import { type AwsMeter, type MeteredCall, pointFunctionsAt, startAwsMeter } from "./aws-meter.ts";
import { eventsAbout } from "./events.ts";
import {
  answer,
  type InvocationAnswer,
  invoke,
  loadHandler,
  setFunctionEnvironment,
} from "./function-calls.ts";
import { createMerchant, type Merchant, SHOP } from "./merchant.ts";
import { startTable, type TestTable } from "./table.ts";

/** A function's result with every call that it made to AWS. */
export interface Metered<T> {
  readonly result: T;
  readonly calls: readonly MeteredCall[];
}

/**
 * The functions of one payment in this process, on the real table engine and the bank simulator, with
 * every call to AWS counted. Each step is one invocation.
 */
export interface MeteredService {
  readonly engine: TestTable;
  readonly meter: AwsMeter;
  readonly merchant: Merchant;
  /** Of the merchant's live key. */
  readonly principal: Principal;
  metered<T>(run: () => Promise<T>): Promise<Metered<T>>;
  authorize(key: string): Promise<unknown>;
  /** The dashboard's way in. */
  authorizeUser(accessToken: string): Promise<unknown>;
  accessToken(): Promise<string>;
  create(headers?: Readonly<Record<string, string>>, body?: object): Promise<InvocationAnswer>;
  read(id: string): Promise<InvocationAnswer>;
  list(query?: Readonly<Record<string, string>>, as?: Principal): Promise<InvocationAnswer>;
  /** Makes a telebirr transfer of the checkout's amount; answers with its reference. */
  pay(amount: number): Promise<string>;
  /** Makes a transfer at a bank that is asked for its receipts. */
  transfer(provider: "telebirr" | "cbe_birr", amount: number): Promise<Transfer>;
  /** By the merchant's server. */
  verify(id: string, reference: string): Promise<InvocationAnswer>;
  /** By the payer, with the last segment of the checkout's `pay_url`. */
  submit(token: string, reference: string, sourceIp?: string): Promise<InvocationAnswer>;
  /** The payer's look at the pay page; `seen` is the tag of the page that is shown. */
  look(token: string, seen?: string): Promise<{ readonly status: number; readonly tag: string }>;
  events(id: string): Promise<readonly EventRecord[]>;
  /** Whether the filter of the stream's worker lets an event through. */
  reachesRelay(event: EventRecord): Promise<boolean>;
  /** The stream's worker. */
  relay(...events: readonly EventRecord[]): Promise<unknown>;
  /** The stream's other worker, with the latest change of the merchant's balance. */
  followBalance(): Promise<unknown>;
  /** A worker of a queue, with one batch. */
  work(name: QueueWorkerName, ...messages: readonly unknown[]): Promise<unknown>;
  /** Where the merchant's webhook endpoint listens. */
  readonly receiverUrl: string;
  /** Where the bank simulator prints receipts. */
  readonly bankUrl: string;
  close(): Promise<void>;
}

interface Transfer {
  readonly reference: string;
  /** To its receipt. */
  readonly link: string;
}

type QueueWorkerName = "deliver-webhook" | "fan-out-webhooks" | "follow-events";
type Handler = (event: unknown, context?: unknown) => Promise<unknown>;

/** What the relay put on the bus, as the rules hand it to their queues. */
export function busMessage(calls: readonly MeteredCall[]): { readonly detail: unknown } {
  const entries = calls.find(({ action }) => action === "PutEvents")?.body.Entries;
  const [entry] = entries as readonly { readonly Detail: string }[];
  return { detail: JSON.parse(entry?.Detail ?? "null") };
}

/** The first message that was sent to a queue. */
export function sentMessage(calls: readonly MeteredCall[]): unknown {
  const body = calls.find(({ service }) => service === "sqs")?.body;
  const [first] = (body?.Entries ?? [body]) as readonly { readonly MessageBody: string }[];
  return JSON.parse(first?.MessageBody ?? "null");
}

const ORDER = {
  amount: 150_000,
  client_reference: "order-1",
  description: "Two bags of coffee",
};
const PASSPHRASE = { current: "1", passphrases: { "1": "x".repeat(64) } };
const API_ARN = "arn:aws:execute-api:eu-west-1:123456789012:api1/test/GET";

export async function startMeteredService(): Promise<MeteredService> {
  const engine = await startTable();
  const { kid, privateJwk } = await newSigningKeyPair();
  const published = { kid, jwk: publicHalf(privateJwk), acceptedUntil: null };
  await putPublishedKeys(engine.table, [published], []);
  const meter = await startAwsMeter(engine.endpoint, {
    "secret:webhook-encryption-key": JSON.stringify({ current: "1", ...PASSPHRASE.passphrases }),
    "secret:cloudfront-origin": JSON.stringify({ value: "x".repeat(32) }),
    "secret:signing-key": JSON.stringify({ keys: [{ kid, jwk: privateJwk, activeFrom: 0 }] }),
  });
  const receiver = await listen(async () => ({ status: 200, body: "ok" }));
  const routes = bankRoutes({
    // Looked up at each call: a benchmark may move the clock.
    now: () => Date.now(),
    storage: null,
    defaults: { telebirr: { receiver_account: SHOP.number, receiver_name: SHOP.name } },
  });
  const askBank = async (method: string, path: string, body = "") => {
    const { pathname, searchParams } = new URL(path, "http://bank");
    const answer = await routes({
      method,
      path: pathname.slice(1),
      query: searchParams,
      headers: { "content-type": "application/json" },
      body: Buffer.from(body),
    });
    return answer ?? { status: 404, body: "" };
  };
  const bank = await listen((method, path) => askBank(method, path));
  setFunctionEnvironment({
    tableName: engine.table.name,
    dynamoDbEndpoint: meter.endpoint,
    config: {
      webhookAllowLoopbackHttp: true,
      verifyPerCheckoutPerMinute: 1000,
      // Payers have the same address unless a test gives them others.
      verifyPerAddressPerMinute: 100_000,
      telegram: { clientId: "1", botUsername: null, issuer: bank.url },
    },
  });
  pointFunctionsAt(meter);
  process.env.PROVIDER_TELEBIRR_BASE_URL = `${bank.url}/bank/telebirr`;
  process.env.PROVIDER_CBE_BIRR_BASE_URL = `${bank.url}/bank/cbe_birr`;

  const merchant = await createMerchant(engine.table, { credits: 1_000_000 });
  await addEndpoint(engine, merchant, receiver.url);
  const transfer = async (provider: "telebirr" | "cbe_birr", amount: number): Promise<Transfer> => {
    const answer = await askBank("POST", "/bank/transfers/", JSON.stringify({ provider, amount }));
    return readBody(answer.body) as Transfer;
  };
  const handlers = await loadHandlers();
  const principal: Principal = {
    kind: "key",
    keyId: "key_test",
    accountId: merchant.accountId,
    appId: merchant.appId,
    mode: "live",
    scopes: ["checkouts:read", "checkouts:write", "verifications:write"],
  };
  const authorize = (surface: "v1" | "platform", credential: string) =>
    handlers.authorizer({
      type: "REQUEST",
      methodArn: `${API_ARN}/api/${surface}/checkouts`,
      resource: `/api/${surface}/checkouts`,
      headers: { Authorization: `Bearer ${credential}` },
      multiValueQueryStringParameters: {},
    });
  const { accountId } = merchant;
  return {
    engine,
    meter,
    merchant,
    principal,
    async metered(run) {
      meter.take();
      const result = await run();
      return { result, calls: meter.take() };
    },
    authorize: (key) => authorize("v1", key),
    authorizeUser: (token) => authorize("platform", token),
    accessToken: () =>
      signAccessToken(
        {
          userId: newId("usr_", Date.now(), randomBytes(10)),
          accountId,
          sessionId: "ses_test",
          role: "owner",
        },
        { kid, jwk: privateJwk },
        { issuer: process.env.PUBLIC_BASE_URL ?? "", now: Date.now() },
      ),
    create: (headers = {}, body = ORDER) =>
      invoke(handlers.create, createCheckout, { principal, headers, body }),
    read: (id) => invoke(handlers.read, readCheckout, { principal, params: { id } }),
    list: (query = {}, as = principal) =>
      invoke(handlers.list, listCheckouts, { principal: as, query }),
    pay: async (amount) => (await transfer("telebirr", amount)).reference,
    transfer,
    verify: (id, reference) =>
      invoke(handlers.verify, verifyCheckout, {
        principal,
        params: { id },
        body: { input: reference, provider: "telebirr" },
      }),
    submit: (token, reference, sourceIp) =>
      invoke(handlers.submit, verifyPublicCheckout, {
        params: { token },
        body: { input: reference },
        ...(sourceIp && { sourceIp }),
      }),
    async look(token, seen) {
      const sent = { ...(seen !== undefined && { "If-None-Match": seen }) };
      const look = { params: { token }, headers: sent };
      const { statusCode, headers } = await answer(handlers.page, showPayPage, look);
      return { status: statusCode, tag: headers.etag ?? "" };
    },
    events: (id) => eventsAbout(engine.table, id),
    async reachesRelay(event) {
      const [item = {}] = await getItems(engine.table, [eventKey(event)]);
      const record = { eventName: "INSERT", dynamodb: { NewImage: marshall(item) } };
      return relayEvents.source.filters.some((filter) => matchesPattern(filter, record));
    },
    async relay(...events) {
      const keys = events.map(eventKey);
      const Records = (await getItems(engine.table, keys)).map((item, index) => ({
        eventName: "INSERT",
        dynamodb: { SequenceNumber: String(index), NewImage: marshall(item) },
      }));
      meter.take();
      return handlers.relay({ Records }, CONTEXT);
    },
    async followBalance() {
      const [item = {}] = await getItems(engine.table, [shardKey(accountId, 0)]);
      const before = { ...item, available: Number(item.available) + 1 };
      const dynamodb = {
        ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
        ...{ NewImage: marshall(item), OldImage: marshall(before) },
      };
      meter.take();
      return handlers.notify(
        { Records: [{ eventID: "1", eventName: "MODIFY", dynamodb }] },
        CONTEXT,
      );
    },
    receiverUrl: receiver.url,
    bankUrl: process.env.PROVIDER_TELEBIRR_BASE_URL,
    async work(name, ...messages) {
      const handler = await loadHandler<Handler>(`workers-${name}`);
      const Records = messages.map((message, index) => ({
        messageId: String(index),
        body: JSON.stringify(message),
      }));
      return handler({ Records }, CONTEXT);
    },
    async close() {
      await Promise.all([meter.close(), receiver.close(), bank.close()]);
      await engine.stop();
    },
  };
}

const CONTEXT = { getRemainingTimeInMillis: () => 10_000 };

/** After the environment is set: functions look at it while they load. */
async function loadHandlers() {
  const load = (id: string) => loadHandler<Handler>(id);
  return {
    authorizer: await load("authorizer"),
    create: await load("v1-create-checkout"),
    read: await load("v1-read-checkout"),
    list: await load("v1-list-checkouts"),
    verify: await load("v1-verify-checkout"),
    submit: await load("public-verify-checkout"),
    page: await load("public-show-pay-page"),
    relay: await load("workers-relay-events"),
    notify: await load("workers-notify-low-credits"),
  };
}

async function addEndpoint({ table }: TestTable, merchant: Merchant, url: string): Promise<void> {
  const now = Date.now();
  const id = newId("whk_", now, randomBytes(10));
  const events = ["checkout.verified"];
  const found = await getAppWithMethods(table, merchant.accountId, merchant.appId);
  const commit = await transact(table, [
    ...(found ? [subscribeWrite(found.app, "live", events)] : []),
    newEndpointWrite({
      id,
      accountId: merchant.accountId,
      appId: merchant.appId,
      livemode: true,
      url,
      events,
      description: null,
      status: "enabled",
      disabledReason: null,
      disabledAt: null,
      secret: seal(generateWebhookSecret(), id, deriveKeyring(PASSPHRASE)),
      previousSecret: null,
      createdAt: now,
      deletedAt: null,
      failuresInARow: 0,
      timeoutsInARow: 0,
      failingSince: null,
      lastSuccessAt: null,
      slow: false,
    }),
  ]);
  if (!commit.committed) throw new Error("endpoint not stored");
}

async function listen(
  answer: (
    method: string,
    path: string,
  ) => Promise<{
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Uint8Array | string | object;
  }>,
) {
  const server = createServer(async (request, response) => {
    request.resume();
    const {
      status,
      headers = {},
      body = "",
    } = await answer(request.method ?? "GET", request.url ?? "/");
    const bytes =
      typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
    response.writeHead(status || 500, headers).end(bytes);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function readBody(body: Uint8Array | string | object | undefined): unknown {
  if (body instanceof Uint8Array) return JSON.parse(Buffer.from(body).toString());
  return typeof body === "string" ? JSON.parse(body) : body;
}
