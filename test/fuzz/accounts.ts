import { createCheckout } from "../../lib/contract/routes/v1.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { OPERATOR_PHONE } from "../../lib/local/seed/seed.ts";
import { call, logIn, type Visitor } from "../support/api.ts";

/** A merchant with an app, keys, webhooks, a payment link and two checkouts. */
export interface Account {
  readonly name: "one" | "two";
  readonly appId: number;
  readonly keys: Readonly<Record<"live" | "test" | "wide" | "scoped", string>>;
}

/** Everybody who can log in, by name. */
export type People = Readonly<Record<"one" | "two" | "operator", Visitor>>;

export interface Accounts {
  readonly people: People;
  readonly one: Account;
  readonly two: Account;
  /** Credentials that were good once. */
  readonly dead: Readonly<
    Record<"expiredToken" | "closedToken" | "expiredKey" | "closedKey" | "revokedKey", string>
  >;
}

/** Makes them through the API. Moves the clock by an hour, so that a token and a key expire. */
export async function openAccounts(stack: LocalStack): Promise<Accounts> {
  const early = await logIn(stack);
  const end = new Date(stack.now() + 600_000).toISOString();
  const expiring = await made(early, "api-keys/", { ...key("live", null), expires_at: end });
  await stack.advance(3600);
  const late = await logIn(stack, early.phone);
  const revoked = await made(late, "api-keys/", key("live", null));
  await late.send("DELETE", `api-keys/${revoked.id}/`);
  const closed = await logIn(stack);
  const closedKey = await made(closed, "api-keys/", key("live", null));
  await closed.send("DELETE", "me/");
  const [first, second] = [await logIn(stack), await logIn(stack)];
  return {
    people: { one: first, two: second, operator: await logIn(stack, OPERATOR_PHONE) },
    one: await openShop(stack, "one", first),
    two: await openShop(stack, "two", second),
    dead: {
      expiredToken: early.token,
      closedToken: closed.token,
      expiredKey: expiring.secret,
      closedKey: closedKey.secret,
      revokedKey: revoked.secret,
    },
  };
}

/** The same people with fresh access tokens. */
export async function logInAgain(stack: LocalStack, people: People): Promise<People> {
  const again = (name: keyof People) => logIn(stack, people[name].phone);
  return {
    one: await again("one"),
    two: await again("two"),
    operator: await again("operator"),
  };
}

const key = (mode: "live" | "test", app_id: number | null) => ({ name: mode, mode, app_id });

async function openShop(
  stack: LocalStack,
  name: Account["name"],
  visitor: Visitor,
): Promise<Account> {
  const { app_id: appId } = await made(visitor, "apps/", { name: `Shop ${name}` });
  for (const [provider, account_number] of [
    ["telebirr", "251911223344"],
    ["manual", "Cash desk 1"],
  ]) {
    const account_name = `Selam ${name}`;
    await made(visitor, `apps/${appId}/payment-methods/`, {
      provider,
      account_name,
      account_number,
    });
  }
  const secretOf = async (body: object) => (await made(visitor, "api-keys/", body)).secret;
  const keys = {
    live: await secretOf(key("live", appId)),
    test: await secretOf(key("test", appId)),
    wide: await secretOf(key("live", null)),
    scoped: await secretOf({ ...key("live", appId), scopes: ["checkouts:read"] }),
  };
  for (const livemode of [true, false]) {
    const url = receiverOf(stack);
    await made(visitor, "webhooks/", { app_id: appId, url, events: ["*"], livemode });
  }
  await made(visitor, "payment-links/", { app_id: appId, livemode: false });
  for (const secret of [keys.live, keys.test]) {
    const body = { amount: 100 };
    const answer = await call(stack.url, "POST", createCheckout.path, { key: secret, body });
    if (answer.status !== 201) throw new Error(`no checkout: ${JSON.stringify(answer.body)}`);
  }
  return { name, appId, keys };
}

/** Takes every webhook. */
export function receiverOf({ url }: Pick<LocalStack, "url">): string {
  return `${url}/_local/receiver/fuzz/`;
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of the API, read loosely while arranging
async function made(visitor: Visitor, path: string, body: object): Promise<any> {
  const answer = await visitor.send("POST", path, { body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
