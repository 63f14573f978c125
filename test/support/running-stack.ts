import { createHmac } from "node:crypto";
import type { JWK } from "jose";
import { expect } from "vitest";
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "../../lib/cloud/aws-services.ts";
import { DocumentClient } from "../../lib/cloud/dynamodb.ts";
import type { ServiceConfig } from "../../lib/contract/service-config.ts";
import type { BankProvider } from "../../lib/local/bank/transfer.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import type { SpareThread } from "../../lib/local/lambda/function-thread.ts";
import { startLocal as start } from "../../lib/local/stack.ts";
import type { Table } from "../../lib/store/transact.ts";
import { call, logIn, type Visitor } from "./api.ts";
import { violation } from "./contract.ts";
import { violations } from "./left-behind.ts";
import { createMerchant, type Merchant } from "./merchant.ts";
import { assertEventsAsPublished } from "./table.ts";
import { createUser } from "./users.ts";

/** The running stack's own table, with every right: for arranging and for looking. */
export function tableOf(stack: LocalStack): Table {
  const [table] = stack.deployment.tables;
  if (!table) throw new Error("the stack has no table");
  return { client: new DocumentClient({ ...stack.aws }), name: table.name };
}

/** Stacks of this process run their functions in the same threads, one after the other, where code stays compiled. */
export const spareThreads: SpareThread[] = [];

/**
 * The whole service on this machine. Every HTTP answer and, at the end, every event is held against the
 * published OpenAPI document.
 */
export async function startLocal(
  options: Parameters<typeof start>[0] = {},
): ReturnType<typeof start> {
  const stack = await start({
    spareThreads,
    // A minute that ends between two lines of a test would otherwise sweep what the test has just arranged.
    schedulesWait: true,
    ...options,
    observe: (seen) => {
      const found = violation(seen);
      if (found !== null) violations.push(found);
    },
  });
  sweepSameShards(stack);
  return { ...stack, close: () => closeChecked(stack) };
}

/** The test's own writes must be in the shards that the stack's functions sweep. */
function sweepSameShards({ deployment }: LocalStack): void {
  const [shards] = deployment.functions.flatMap(({ environment }) => environment.DUE_SHARDS ?? []);
  if (shards !== undefined) process.env.DUE_SHARDS = shards;
}

async function closeChecked(stack: LocalStack): Promise<void> {
  try {
    await assertEventsAsPublished([tableOf(stack)]);
  } finally {
    await stack.close();
  }
}

export interface StoredKey {
  readonly kid: string;
  readonly jwk: JWK;
  readonly activeFrom: number;
}

/** The private signing keys in the stack's secret, which only an operator and the login functions can read. */
export function storedSigningKeys(stack: LocalStack) {
  const client = new SecretsManagerClient({ ...stack.aws });
  const [secret] = stack.deployment.secrets.filter(({ arn }) => /signing/i.test(arn));
  const SecretId = secret?.arn ?? "signing-key";
  return {
    read: async () => {
      const { SecretString = "{}" } = await client.send(new GetSecretValueCommand({ SecretId }));
      return (JSON.parse(SecretString) as { keys: StoredKey[] }).keys;
    },
    write: (keys: readonly StoredKey[]) =>
      client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify({ keys }) })),
  };
}

/** A shop with an account at every bank, on a stack of its own. Amounts in minor units. */
export interface BankShop {
  readonly stack: LocalStack;
  readonly merchant: Merchant;
  /** Of the shop itself unless another merchant's key is given. */
  checkout(body?: object, key?: string): Promise<Checkout>;
  transfer(provider: BankProvider, fields?: object): Promise<Transfer>;
  verify(checkout: Checkout, input: string, more?: object): Promise<Answer>;
  read(checkout: Checkout): Promise<Loose>;
  attempts(checkout: Checkout): Promise<Loose[]>;
  captured(): Promise<number>;
  mode(provider: BankProvider, mode: string): Promise<void>;
  /** What reached a bank since the log was last emptied. */
  requests(provider?: BankProvider): Promise<Loose[]>;
  forgetRequests(): Promise<void>;
  advance(seconds: number): Promise<void>;
  status(provider: BankProvider): Promise<string>;
}

// Answers are read loosely here; tests say what they expect of each field.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Loose = any;
type Checkout = { readonly id: string; readonly pay_url: string };
type Answer = { readonly status: number; readonly body: Loose };
type Transfer = { readonly reference: string; readonly link: string; readonly sms: string };

export const PRICE = 150_000;
const NAME = "Hirut Belachew Trading";

/** The shop's receiving accounts, in each bank's own form. */
export const SHOP_ACCOUNTS = {
  telebirr: { name: NAME, number: "251911000101" },
  cbe: { name: NAME, number: "1000200300401" },
  boa: { name: NAME, number: "200300401" },
  dashen: { name: NAME, number: "5200300400111" },
  awash: { name: NAME, number: "01320030040100" },
  cbe_birr: { name: NAME, number: "251911000102" },
  mpesa: { name: NAME, number: "251700000103" },
  wegagen: { name: NAME, number: "0500300400101" },
  amhara: { name: NAME, number: "9900003004011" },
  http: { name: NAME, number: "7002003004" },
} as const satisfies Record<BankProvider, { name: string; number: string }>;

export const EVERYBODY_ELSE = {
  receiver_name: "Zeritu Mamo Stores",
  receiver_account: "8899776655443",
};

export async function openBankShop(
  config: Partial<ServiceConfig> = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<BankShop> {
  const stack = await startLocal({
    environment,
    config: {
      verifyPerAddressPerMinute: 100_000,
      verifyPerCheckoutPerMinute: 1000,
      ...config,
    },
  });
  const merchant = await createMerchant(tableOf(stack), {
    credits: 1000,
    // And one that the merchant checks manually.
    accounts: { ...SHOP_ACCOUNTS, manual: { name: NAME, number: "CASH-DESK-1" } },
  });
  const key = merchant.liveKey;
  const get = async (path: string) => (await call(stack.url, "GET", path, { key })).body;
  return {
    stack,
    merchant,
    async checkout(body = {}, ownKey = key) {
      const made = await call(stack.url, "POST", "/api/v1/checkouts/", {
        key: ownKey,
        body: { amount: PRICE, ...body },
      });
      expect(made.status).toBe(201);
      return made.body;
    },
    async transfer(provider, fields = {}) {
      const account = SHOP_ACCOUNTS[provider];
      const answer = await call(stack.url, "POST", "/_local/bank/transfers/", {
        body: {
          provider,
          amount: PRICE,
          receiver_account: account.number,
          receiver_name: account.name,
          ...fields,
        },
      });
      expect(answer.body).toMatchObject({ provider });
      return answer.body;
    },
    verify(checkout, input, more = {}) {
      const token = checkout.pay_url.split("/").at(-2);
      return call(stack.url, "POST", `/api/public/gateway/checkouts/${token}/verify/`, {
        body: { input, ...more },
      });
    },
    read: (checkout) => get(`/api/v1/checkouts/${checkout.id}/`),
    attempts: async (checkout) => (await get(`/api/v1/checkouts/${checkout.id}/attempts/`)).data,
    captured: async () => (await get("/api/v1/credits/")).captured,
    async mode(provider, mode) {
      const answer = await call(stack.url, "PUT", `/_local/bank/${provider}/mode/`, {
        body: { mode },
      });
      expect(answer.status).toBe(200);
    },
    requests: async (provider) =>
      (await get(`/_local/bank/${provider === undefined ? "" : `${provider}/`}requests/`)).data,
    async forgetRequests() {
      await call(stack.url, "DELETE", "/_local/bank/requests/");
    },
    async advance(seconds) {
      await stack.advance(seconds);
      await stack.idle();
    },
    async status(provider) {
      const { providers } = await get("/api/public/gateway/status/");
      return providers.find((one: Loose) => one.provider === provider).status;
    },
  };
}

export const SHOP_NAME = "Selam Coffee House";
const TELEBIRR = "251900000001";
export const CBE = "1000123456789";
const BOA = "200300401";

/** The real service with a merchant, for tests of its pay pages. */
export interface PayPageShop {
  readonly stack: LocalStack;
  readonly merchant: Merchant;
  /** Address of a new checkout's page; test mode unless said otherwise. */
  checkout(body?: object, live?: boolean): Promise<{ id: string; pay_url: string }>;
  /** A payment at the simulated bank. */
  transfer(fields?: object): Promise<{ reference: string; link: string; sms: string }>;
  cancel(id: string): Promise<void>;
  close(): Promise<void>;
}

export async function startPayPageShop(): Promise<PayPageShop> {
  const stack = await startLocal({ config: { verifyPerAddressPerMinute: 100_000 } });
  const merchant = await createMerchant(tableOf(stack), {
    accounts: {
      telebirr: { name: SHOP_NAME, number: TELEBIRR },
      cbe: { name: SHOP_NAME, number: CBE },
      manual: { name: "Cash desk", number: "Bole Road 7" },
      // Its references look like telebirr's.
      cbe_birr: { name: SHOP_NAME, number: "251900000002" },
      boa: { name: SHOP_NAME, number: BOA },
    },
  });
  await createUser(tableOf(stack), merchant.accountId, stack.now());
  const post = async (path: string, body: object, key?: string) => {
    const answer = await call(stack.url, "POST", path, { body, ...(key ? { key } : {}) });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    stack,
    merchant,
    checkout: (body = {}, live = false) =>
      post(
        "/api/v1/checkouts/",
        {
          amount: 150_000,
          description: "Order 17: two bags of Yirgacheffe",
          return_url: "https://shop.example/thanks?order=17",
          cancel_url: "https://shop.example/cart",
          ...body,
        },
        live ? merchant.liveKey : merchant.testKey,
      ),
    transfer: (fields = {}) =>
      post("/_local/bank/transfers/", {
        provider: "telebirr",
        amount: 150_000,
        receiver_account: TELEBIRR,
        receiver_name: SHOP_NAME,
        ...fields,
      }),
    cancel: async (id) => {
      await post(`/api/v1/checkouts/${id}/cancel/`, {}, merchant.testKey);
    },
    close: () => stack.close(),
  };
}

/** A merchant with an app, receiving accounts, a live key and a paired phone. */
export interface PairedShop {
  readonly visitor: Visitor;
  readonly appId: number;
  readonly key: string;
  readonly source: { readonly id: string; readonly url: string; readonly secret: string };
  readonly send: Visitor["send"];
}

export const ACCOUNTS = {
  telebirr: "0911000142",
  cbe: "1000200300401",
  dashen: "5200300400111",
  mpesa: "0711000142",
  cbe_birr: "0911000143",
} as const;

/** Opens a shop whose phone is paired with an app of `kind`. */
export async function openPairedShop(
  stack: LocalStack,
  kind: "sms_gateway" | "sms_forwarder" = "sms_forwarder",
  providers: readonly (keyof typeof ACCOUNTS)[] = ["telebirr", "cbe", "dashen"],
): Promise<PairedShop> {
  const visitor = await logIn(stack);
  const { send } = visitor;
  const made = async (path: string, body: object) => {
    const answer = await send("POST", path, { body });
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { app_id: appId } = await made("apps/", { name: "Selam Coffee Shop" });
  for (const provider of providers) {
    await made(`apps/${appId}/payment-methods/`, {
      provider,
      account_name: "Selam Coffee Shop",
      account_number: ACCOUNTS[provider],
    });
  }
  const { secret: key } = await made("api-keys/", { name: "server", mode: "live", app_id: appId });
  const source = await made("notice-sources/", { app_id: appId, name: "Shop phone", kind });
  return { visitor, appId, key, source, send };
}

/** A message as SMS Gateway for Android sends it. */
export function gatewayRequest(
  secret: string,
  payload: object,
  at: number,
  event = "sms:received",
) {
  const raw = JSON.stringify({ deviceId: "d", event, id: "i", payload, webhookId: "w" });
  return signed(secret, raw, at);
}

/** Any text with the signature of SMS Gateway for Android. `at` in ms */
export function signed(secret: string, raw: string, at: number) {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac("sha256", secret)
    .update(raw + timestamp)
    .digest("hex");
  return {
    raw,
    headers: {
      "content-type": "application/json",
      "x-timestamp": timestamp,
      "x-signature": signature,
    },
  };
}

/** A message about money to the shop's telebirr number, invented. */
export function telebirrText(
  reference: string,
  amount = "1,500.00",
  balance = "101,500.00",
): string {
  return `Dear Selam,\nYou have received ETB ${amount} from Almeta Worqesh(2519****0042)  on 24/11/2026 12:03:00. Your transaction number is ${reference}. Your current E-Money Account balance is ETB ${balance}.\nThank you for using telebirr\nEthio telecom`;
}
/** Makes the simulator's phone send messages to this shop's source. */
export async function pairSimulatedPhone(
  stack: LocalStack,
  { source }: PairedShop,
  more: object = {},
): Promise<void> {
  const body = { url: source.url, secret: source.secret, kind: "sms_forwarder", ...more };
  const answer = await call(stack.url, "PUT", "/_local/phone/", { body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}
