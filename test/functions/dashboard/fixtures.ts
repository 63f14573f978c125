import { expect } from "vitest";
import type { Route } from "../../../lib/contract/route.ts";
import * as apps from "../../../lib/contract/routes/platform-apps.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { newAppWrite, nextAppId } from "../../../lib/store/apps.ts";
import { transact } from "../../../lib/store/transact.ts";
import { askForCode, call } from "../../support/api.ts";
import type { RouteCall } from "../../support/contract.ts";
import { grantCredits, SHOP } from "../../support/merchant.ts";
import { tableOf } from "../../support/running-stack.ts";
import { hit, owner, stack } from "./setup.ts";

export const UNKNOWN = "00000000000000000000000000";

export const mine = (more: RouteCall = {}): RouteCall => ({ key: owner.token, ...more });
export const expectStatus = async (
  answer: Promise<{ status: number; body: unknown }>,
  status: number,
) => {
  const { status: got, body } = await answer;
  expect(got, JSON.stringify(body)).toBe(status);
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of each field
  return body as any;
};
export const adjust = (accountId: string, by: number) =>
  grantCredits(tableOf(stack), {
    id: newId("led_", Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    accountId,
    kind: "adjust",
    credits: by,
    source: "test",
    note: null,
    createdAt: Date.now(),
  });
export const telegramToken = async (id: string) =>
  (await call(stack.url, "POST", "/_local/telegram/token/", { body: { id } })).body.id_token;

/** Straight in the table: through the API, an account has few new apps a day. */
export async function newApp({ accountId } = owner): Promise<number> {
  const appId = await nextAppId(tableOf(stack));
  const app = { appId, accountId, name: "Shop", createdAt: stack.now(), deletedAt: null };
  expect(await transact(tableOf(stack), [newAppWrite(app)])).toEqual({ committed: true });
  return appId;
}

export async function appWithTelebirr(): Promise<number> {
  const appId = await newApp();
  await addTelebirr(appId);
  return appId;
}

export async function addTelebirr(app_id: number): Promise<void> {
  const body = { provider: "telebirr", account_name: SHOP.name, account_number: SHOP.number };
  await expectStatus(hit(apps.createPaymentMethod, mine({ params: { app_id }, body })), 201);
}

export async function pay(checkout: { pay_url: string }, amount: number, more: object = {}) {
  const made = await call(stack.url, "POST", "/_local/bank/transfers/", {
    body: {
      provider: "telebirr",
      amount,
      receiver_account: SHOP.number,
      receiver_name: SHOP.name,
      ...more,
    },
  });
  return enter(checkout, made.body.reference);
}
/** As the payer, on the pay page. */
export function enter(checkout: { pay_url: string }, input: string) {
  const path = `/api/public/gateway/checkouts/${checkout.pay_url.split("/").at(-2)}/verify/`;
  return call(stack.url, "POST", path, { body: { input } });
}
/** Another code for a phone that got one just now. */
export async function later(phone: string): Promise<string> {
  await stack.advance(61);
  return askForCode(stack, phone);
}

/** Parameters that name something that exists. */
export async function realParams(
  route: Route,
  who = owner,
): Promise<Readonly<Record<string, string | number>>> {
  if (!route.request.params) return {};
  const appId = await newApp(who);
  if (route.path.includes("{kind}")) return { kind: "phone" };
  if (route.path.includes("sessions/")) {
    return { id: (await who.send("GET", "sessions/")).body.data[0].id };
  }
  if (route.path.includes("api-keys/")) {
    const body = { name: "x", mode: "test", app_id: appId };
    return { id: (await who.send("POST", "api-keys/", { body })).body.id };
  }
  if (route.path.includes("checkouts/")) {
    const body = { app_id: appId, amount: 10, livemode: false };
    return { id: (await who.send("POST", "checkouts/", { body })).body.id };
  }
  if (route.path.includes("payment-links/")) {
    const body = { app_id: appId };
    return { id: (await who.send("POST", "payment-links/", { body })).body.id };
  }
  if (!route.path.includes("{id}")) return { app_id: appId };
  const body = { provider: "telebirr", account_name: "x", account_number: "0911223344" };
  const made = await who.send("POST", `apps/${appId}/payment-methods/`, { body });
  return { app_id: appId, id: made.body.id };
}
