import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { quickstartSteps, registeredWebhook } from "../../contract/guide/quickstart.ts";
import type { LocalStack } from "../compose-stack.ts";
import type { LocalRoutes } from "../local-route.ts";

const session = z.object({ access_token: z.string(), user: z.object({ account_id: z.string() }) });

/** One user's access to the dashboard API. */
export interface SignedIn {
  readonly accountId: string;
  /** Good for 10 minutes. */
  readonly accessToken: string;
  /** POSTs to `/api/platform/{path}`. Rejects with the service's response in the message. */
  readonly post: (path: string, body: object) => Promise<unknown>;
  /** As `post`, with PATCH. */
  readonly patch: (path: string, body: object) => Promise<unknown>;
}

/** Logs in by phone, with the code from the local SMS inbox. */
export async function signIn(stack: LocalStack, phone: string): Promise<SignedIn> {
  const send = async (
    path: string,
    body: object,
    token?: string,
    method = "POST",
  ): Promise<unknown> => {
    const response = await fetch(`${stack.url}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${path} responded with ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  await send("/api/auth/send-otp/", { phone });
  await stack.idle();
  const code = stack.inbox
    .find(phone)
    .flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])
    .at(-1);
  if (code === undefined) throw new Error(`No SMS with a code arrived for ${phone}.`);
  // The next reader of the inbox must not find a used code.
  stack.inbox.forget(phone);
  const verified = session.parse(await send("/api/auth/verify-otp/", { phone, code }));
  return {
    accountId: verified.user.account_id,
    accessToken: verified.access_token,
    post: (path, body) => send(`/api/platform/${path}`, body, verified.access_token),
    patch: (path, body) => send(`/api/platform/${path}`, body, verified.access_token, "PATCH"),
  };
}

// Creates the test merchant of a new data folder through the service's own API.

const webhook = z.object({ id: z.string(), secret: z.string(), url: z.string() });
const seedSchema = z.object({
  account_id: z.string(),
  app_id: z.int(),
  live_key: z.string(),
  test_key: z.string(),
  phone: z.string(),
  webhook,
  test_webhook: webhook,
  /** Sells credits. Data folders of earlier versions lack it. */
  operator: z.object({ account_id: z.string(), app_id: z.int() }).optional(),
});
export type Seed = z.infer<typeof seedSchema>;

/** An invented Ethiopian mobile number. */
export const SEED_PHONE = "+251911000000";

export const OPERATOR_PHONE = "+251911000001";

/** The account that receives payments for credits, in the fields of the bank simulator. */
export const OPERATOR_RECEIVER = {
  receiver_account: "251933000000",
  receiver_name: "Checkout Service",
} as const;

/** The seeded app's telebirr account: the bank simulator's default receiver. */
export const SEED_RECEIVER = {
  receiver_account: "251922000000",
  receiver_name: "Selam Coffee House",
} as const;

/**
 * Reads the test merchant from `file`, or creates it and saves it there. Gives its webhook secrets to the
 * local receivers, and moves its endpoints to the present port.
 *
 * @param onOperator gets the operator's account, before most functions have run
 */
export async function ensureSeed(
  stack: LocalStack,
  file: string | null,
  onOperator: (accountId: string) => void = () => {},
): Promise<Seed> {
  const kept = file !== null && existsSync(file) ? readFileSync(file, "utf8") : null;
  const known = kept === null ? null : parseSeed(kept, file);
  if (known?.operator !== undefined) onOperator(known.operator.account_id);
  const seed = known === null ? await makeSeed(stack, onOperator) : await movedHere(stack, known);
  const text = `${JSON.stringify(seed, null, 2)}\n`;
  if (file !== null && text !== kept) {
    // As a whole: half a file, of a full disk, would keep the stack from starting ever again.
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  stack.receivers.trust("shop", seed.webhook.secret);
  stack.receivers.trust("shop-test", seed.test_webhook.secret);
  return seed;
}

function parseSeed(text: string, file: string | null): Seed {
  try {
    return seedSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(
      `${file} is damaged: ${error}. Delete it for a new test merchant beside the data that is kept.`,
    );
  }
}

/** The endpoints of a kept merchant still have the port of an earlier start. A failure is no reason not to start. */
async function movedHere(stack: LocalStack, seed: Seed): Promise<Seed> {
  const isHere = ({ url }: Seed["webhook"]) => new URL(url).origin === stack.url;
  if (isHere(seed.webhook) && isHere(seed.test_webhook)) return seed;
  try {
    const { patch } = await signIn(stack, SEED_PHONE);
    const move = async (kept: Seed["webhook"]) => {
      const url = stack.url + new URL(kept.url).pathname;
      await patch(`webhooks/${kept.id}/`, { url });
      return { ...kept, url };
    };
    const [live, test] = [await move(seed.webhook), await move(seed.test_webhook)];
    return { ...seed, webhook: live, test_webhook: test };
  } catch (error) {
    console.error(`The test merchant's webhooks still go to ${seed.webhook.url}: ${error}`);
    return seed;
  }
}

/** The test merchant's keys; null for one that the service refuses, because someone revoked it or its app is gone. */
export interface SeedKeys {
  readonly test: string | null;
  readonly live: string | null;
}

/** Which keys of a kept merchant still work. One that cannot be tried counts as refused. */
export async function workingKeys(url: string, seed: Seed): Promise<SeedKeys> {
  const works = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/api/v1/credits/`, { headers });
    await response.body?.cancel();
    return response.ok ? key : null;
  };
  const [test, live] = await Promise.all([works(seed.test_key), works(seed.live_key)]);
  return { test, live };
}

/** `GET /_local/seed/`. */
export function seedRoutes(seed: () => Seed | null): LocalRoutes {
  return async ({ method, path }) => {
    if (method !== "GET" || !/^seed\/?$/.test(path)) return null;
    const made = seed();
    return made === null
      ? { status: 503, body: { error: "The test merchant does not exist yet." } }
      : { status: 200, body: made };
  };
}

/** Creates the account that the service's configuration names as the seller of credits. */
async function makeOperator({
  accountId,
  post,
}: Awaited<ReturnType<typeof signIn>>): Promise<NonNullable<Seed["operator"]>> {
  const { app_id } = z
    .object({ app_id: z.int() })
    .parse(await post("apps/", { name: OPERATOR_RECEIVER.receiver_name }));
  await post(`apps/${app_id}/payment-methods/`, {
    provider: "telebirr",
    account_name: OPERATOR_RECEIVER.receiver_name,
    account_number: OPERATOR_RECEIVER.receiver_account,
  });
  return { account_id: accountId, app_id };
}

async function makeSeed(stack: LocalStack, onOperator: (accountId: string) => void): Promise<Seed> {
  // A fresh deployment has no token signing keys until this schedule has run once.
  await stack.runSchedule("rotate-signing-keys");
  const operator = await signIn(stack, OPERATOR_PHONE);
  onOperator(operator.accountId);
  const { accountId, post } = await signIn(stack, SEED_PHONE);
  const appId = z
    .object({ app_id: z.int() })
    .parse(await post("apps/", { name: "Selam Coffee" })).app_id;
  await post(`apps/${appId}/payment-methods/`, {
    provider: "telebirr",
    account_name: SEED_RECEIVER.receiver_name,
    account_number: SEED_RECEIVER.receiver_account,
  });
  const key = async (mode: "live" | "test") =>
    z
      .object({ secret: z.string() })
      .parse(await post("api-keys/", { name: `Local ${mode}`, mode, app_id: appId })).secret;
  const receiver = async (name: string, livemode: boolean) => {
    const url = `${stack.url}/_local/receiver/${name}/`;
    const made = await post("webhooks/", { app_id: appId, url, events: ["*"], livemode });
    return webhook.parse(made);
  };
  return {
    account_id: accountId,
    app_id: appId,
    live_key: await key("live"),
    test_key: await key("test"),
    phone: SEED_PHONE,
    webhook: await receiver("shop", true),
    test_webhook: await receiver("shop-test", false),
    operator: await makeOperator(operator),
  };
}

/** Runs the merchant's command line from a clone. */
const CHECKOUT = "npm run -s checkout --";

/** Instead of a key that is refused. */
const REFUSED = "no longer works: create another one in the dashboard, under Apps and API keys";

/** The text that `npm start` prints: the test merchant of `data` (a folder, or `:memory:`), and commands to paste. */
export function guide(url: string, seed: Seed, keys: SeedKeys, data: string): string {
  return `
  Dashboard      ${url}/   log in with ${seed.phone}; the code comes to
                 ${url}/_local/sms/?phone=${encodeURIComponent(seed.phone)}
  Documentation  ${url}/api/docs/
  Test app       ${seed.app_id}, paid to telebirr ${SEED_RECEIVER.receiver_account} (${SEED_RECEIVER.receiver_name})
  Test key       ${keys.test ?? REFUSED}
  Live key       ${keys.live ?? REFUSED}
  Webhooks sent  ${seed.test_webhook.url}log/ (test), ${seed.webhook.url}log/ (live)

  A verified payment in your own server: paste this into a second terminal (bash), in this folder:

${quickstart(url, keys.test)}

  Your server prints "Paid: order-1042, 1500 ETB". The same with a registered webhook endpoint, which
  may be http://127.0.0.1:PORT/… or http://localhost:PORT/… here. Paste into the same terminal:

${registeredWebhook(CHECKOUT, seed.phone)}

  A live payment through the bank simulator: ${keys.live === null ? "needs the first live key; start with another LOCAL_DATA folder for a new test shop" : demoCommand(url)}
  Ctrl-C stops the service. ${data === ":memory:" ? "Its data is in memory only, and is lost then." : `Its data stays in ${data}`}
`;
}

/** Commands for bash, with comments. Without a key that works, the developer puts in their own. */
export function quickstart(url: string, testKey: string | null): string {
  const steps = quickstartSteps(CHECKOUT).map(
    ({ title, code }, index) => `# ${index + 1}. ${title}\n${code}`,
  );
  return [
    `export CHECKOUT_BASE_URL=${url}\nexport CHECKOUT_API_KEY=${testKey ?? "'your own test key'"}`,
    ...steps,
  ].join("\n\n");
}

/** The demo calls port 3000 unless `PORT` is set. */
function demoCommand(url: string): string {
  const { port } = new URL(url);
  return port === "3000" ? "npm run demo" : `PORT=${port} npm run demo`;
}
