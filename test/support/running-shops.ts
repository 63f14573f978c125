import { expect } from "vitest";
import type { ServiceConfig } from "../../lib/contract/service-config.ts";
import type { BankProvider } from "../../lib/local/bank/transfer.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { call } from "./api.ts";
import { createMerchant, type Merchant } from "./merchant.ts";
import { startLocal, tableOf } from "./running-stack.ts";
import { createUser } from "./users.ts";

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
    // And one that the merchant looks into himself.
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
const CBE = "1000123456789";
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
