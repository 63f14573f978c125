import type { LocalStack } from "../../lib/local/compose-stack.ts";
import type { Seed } from "../../lib/local/seed/seed.ts";
import { call } from "./api.ts";
import { startLocal } from "./local-stack.ts";

export interface DashboardWorld {
  readonly url: string;
  readonly stack: LocalStack;
  readonly seed: Seed;
  /** A checkout of the seeded app; `fields` as in the server API. */
  readonly checkout: (
    fields?: Readonly<Record<string, unknown>>,
    key?: string,
  ) => Promise<MadeCheckout>;
  /** Pays it at the bank simulator, `transfer` saying what is different, and hands in the reference. */
  readonly pay: (
    checkout: MadeCheckout,
    transfer?: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly outcome: string; readonly reference: string }>;
  readonly handIn: (checkout: MadeCheckout, input: string) => Promise<string>;
  /** What the seeded endpoint's receiver answers from now on. */
  readonly receiverAnswers: (status: number, body?: string) => Promise<void>;
}

export interface MadeCheckout {
  readonly id: string;
  readonly amount: number;
  readonly pay_url: string;
}

/** The whole service with its dashboard and the seeded merchant. */
export async function openDashboardWorld(): Promise<DashboardWorld> {
  const stack = await startLocal({
    seed: true,
    site: true,
    // Every test logs the same person in.
    config: { otpPerPhonePerDay: 1000, otpPerAddressPerHour: 1000 },
  });
  const { url, seed } = stack;
  if (seed === null) throw new Error("nothing was seeded");
  const post = async (path: string, body: object, key?: string) => {
    const answer = await call(url, "POST", path, { body, ...(key !== undefined && { key }) });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const handIn = async ({ pay_url }: MadeCheckout, input: string): Promise<string> => {
    const token = pay_url.split("/").at(-2);
    return (await post(`/api/public/gateway/checkouts/${token}/verify/`, { input })).outcome;
  };
  return {
    url,
    stack,
    seed,
    checkout: (fields = {}, key = seed.live_key) =>
      post("/api/v1/checkouts/", { amount: 150_000, ...fields }, key),
    handIn,
    async pay(checkout, transfer = {}) {
      const { reference } = await post("/_local/bank/transfers/", {
        provider: "telebirr",
        amount: checkout.amount,
        ...transfer,
      });
      return { outcome: await handIn(checkout, reference), reference };
    },
    async receiverAnswers(status, body = "") {
      const path = `/_local/receiver/${seed.webhook.url.split("/").at(-2)}/mode/`;
      await call(url, "PUT", path, { body: { status, body } });
    },
  };
}
