import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { call } from "./api.ts";
import { startLocal } from "./local-stack.ts";
import { createMerchant, type Merchant } from "./merchant.ts";
import { tableOf } from "./stack.ts";
import { createUser } from "./user.ts";

export const SHOP_NAME = "Selam Coffee House";
const TELEBIRR = "251900000001";
const CBE = "1000123456789";
const BOA = "200300401";

/** The real service with a merchant, for tests of its pay pages. */
export interface PayWorld {
  readonly stack: LocalStack;
  readonly merchant: Merchant;
  /** Address of a new checkout's page; test mode unless said otherwise. */
  checkout(body?: object, live?: boolean): Promise<{ id: string; pay_url: string }>;
  /** A payment at the simulated bank. */
  transfer(fields?: object): Promise<{ reference: string; link: string; sms: string }>;
  cancel(id: string): Promise<void>;
  close(): Promise<void>;
}

export async function openPayWorld(): Promise<PayWorld> {
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
