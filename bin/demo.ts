// `npm run demo`: runs a payment step by step against the running service, at `BASE_URL` or on `PORT`
// (default http://127.0.0.1:3000).
import * as z from "zod";
import { commandOptions } from "./command-options.ts";

commandOptions(import.meta.filename, {});
let steps = 0;
const base = process.env.BASE_URL || `http://127.0.0.1:${process.env.PORT || 3000}`;

const seedAnswer = z.object({
  phone: z.string(),
  app_id: z.int(),
  live_key: z.string(),
  test_key: z.string(),
  webhook: z.object({ url: z.string(), secret: z.string() }),
});
type Seed = z.output<typeof seedAnswer>;
const checkoutAnswer = z.object({
  id: z.string(),
  status: z.string(),
  pay_url: z.string(),
  amount_received: z.int(),
  amount_due: z.int(),
  sequence: z.int(),
  payments: z.array(
    z.object({
      amount: z.int().nullable(),
      state: z.string(),
      reason: z.string().nullable(),
      evidence: z.string().nullable(),
    }),
  ),
});
const smsAnswer = z.object({ messages: z.array(z.object({ text: z.string() })) });
const tokenAnswer = z.object({ access_token: z.string() });
const sourceAnswer = z.object({ id: z.string(), url: z.string(), secret: z.string() });
const creditsAnswer = z.object({ available: z.int(), captured: z.int() });
const transferAnswer = z.object({ reference: z.string(), sms: z.string() });
const verificationAnswer = z.object({
  status: z.string(),
  outcome: z.string(),
  checkout: checkoutAnswer.omit({ pay_url: true }),
});
const receiverLog = z.object({
  data: z.array(
    z.object({
      headers: z.record(z.string(), z.string()),
      body: z.string(),
      verified: z.boolean(),
    }),
  ),
});
const eventBody = z.object({
  type: z.string(),
  data: z.object({ object: z.looseObject({ id: z.string().optional() }) }),
});

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Its reader, for example `head`, has enough. The demo goes on, as it takes back what it changes: a bank is down meanwhile.
  if (error.code !== "EPIPE") throw error;
});

try {
  await demonstrate();
} catch (error) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  console.error(`\nThe demo stopped: ${error instanceof Error ? error.message : error} ${cause}`);
  // Without an answer from the service, `fetch` names a cause.
  if (cause !== "")
    console.error(`Is the service running at ${base}? Start it with \`npm start\`.`);
  process.exitCode = 1;
}

async function demonstrate(): Promise<void> {
  const seed = seedAnswer.parse(await get("/_local/seed/"));
  const before = creditsAnswer.parse(await get("/api/v1/credits/", seed.live_key));
  say(`The shop has ${before.available} credits. Each verified payment costs one.`);

  step("The shop's server creates a checkout for 1,500.00 ETB");
  const checkout = await create(seed.live_key);
  say(`Checkout ${checkout.id} is ${checkout.status}. The customer opens`);
  say(checkout.pay_url);

  step("The customer pays the shop's telebirr account at the (simulated) bank");
  const transfer = await pay(150_000);
  say(`The bank's SMS to the customer:`);
  say(`“${transfer.sms}”`);

  step("The customer pastes that SMS; the service fetches the receipt from the bank");
  const verified = await verify(checkout, transfer.sms);
  say(`The checkout is ${verified.status}; the outcome is ${verified.outcome}.`);

  step("One credit is spent, and the shop's server gets a signed webhook");
  const after = creditsAnswer.parse(await get("/api/v1/credits/", seed.live_key));
  say(`Credits: ${before.available} → ${after.available}.`);
  const webhook = await verifiedWebhook(checkout.id);
  say(`checkout.verified arrived as ${webhook.headers["webhook-id"]}`);
  say(`with ${webhook.headers["webhook-signature"]}`);
  say(`The signature is ${webhook.verified ? "valid" : "NOT VALID"}.`);

  step("Another customer tries the same reference on another checkout");
  const reused = await verify(await create(seed.live_key), transfer.reference);
  say(`Refused: ${reused.outcome}. That checkout stays ${reused.status}.`);

  await demonstrateParts(seed);
  await demonstrateMove(seed);
  const token = await logIn(seed.phone);
  await demonstrateApproval(seed, token);

  await demonstrateNotices(seed, token);

  step("A developer tries the sandbox with a test key: no money, no credits");
  const unique = Date.now().toString(36).toUpperCase();
  for (const magic of ["TESTOK", "TESTPART", "TESTWRONG", "TESTOLD", "TESTDOWN"]) {
    const answer = await verify(await create(seed.test_key), magic + unique);
    say(`${magic.padEnd(10)} → ${answer.status}, ${answer.outcome}`);
  }
  const end = creditsAnswer.parse(await get("/api/v1/credits/", seed.live_key));
  say(`Credits are still ${end.available}.`);
  console.log(
    "\nDone. Stop the service and start it again: everything is still there, unless LOCAL_DATA is :memory:.",
  );
}

async function demonstrateParts(seed: Seed): Promise<void> {
  step("A customer pays 1,480.00 instead of 1,500.00");
  const checkout = await create(seed.live_key);
  const short = await verify(checkout, (await pay(148_000)).reference);
  const { amount_received, amount_due, status } = short.checkout;
  say(`Counted: ${amount_received} santim arrived, ${amount_due} are missing; it stays ${status}.`);
  const rest = await verify(checkout, (await pay(amount_due)).reference);
  const parts = rest.checkout.payments.map(({ amount }) => amount).join(" + ");
  say(`The customer pays the rest: ${parts} santim, and the checkout is ${rest.status}.`);
}

async function demonstrateMove(seed: Seed): Promise<void> {
  step("A customer with two orders pastes a receipt into the wrong one");
  const [wrong, right] = [await create(seed.live_key, 250_000), await create(seed.live_key)];
  const { reference } = await pay(150_000);
  const first = await verify(wrong, reference);
  say(`The order of 2,500.00 counts it as a part: ${first.checkout.amount_due} are missing.`);
  const moved = await verify(right, reference);
  say(`Pasted into the order of 1,500.00, it moves there: ${moved.status}.`);
  const left = checkoutAnswer.parse(await get(`/api/v1/checkouts/${wrong.id}/`, seed.live_key));
  say(`The first order has ${left.amount_received} santim again.`);
}

async function demonstrateApproval(seed: Seed, token: string): Promise<void> {
  step("A receipt does not show for certain who was paid: a person approves it");
  const checkout = await create(seed.live_key);
  const masked = { receiver_name: "Somebody Else Entirely" };
  const doubtful = await verify(checkout, (await pay(150_000, masked)).reference);
  const [payment] = doubtful.checkout.payments;
  say(
    `The checkout is in ${doubtful.status}; its payment is ${payment?.state}: ${payment?.reason}.`,
  );
  const { sequence } = doubtful.checkout;
  const body = { reason: "Seen on the bank statement", sequence };
  const path = `/api/platform/checkouts/${checkout.id}/approve/`;
  const approved = checkoutAnswer.parse(await post(path, body, token));
  say(`Approved: ${approved.status}, ${approved.amount_received} santim counted.`);
}

/** The merchant's phone forwards the bank's SMS: once while the bank answers, once during an outage. */
async function demonstrateNotices(seed: Seed, token: string): Promise<void> {
  step("The shop pairs the phone that gets the bank's SMS");
  const body = { app_id: seed.app_id, name: "Shop phone", kind: "sms_forwarder" };
  const source = sourceAnswer.parse(await post("/api/platform/notice-sources/", body, token));
  const paired = { url: source.url, secret: source.secret, kind: body.kind };
  await send("PUT", "/_local/phone/", paired);
  say(`It forwards to ${source.url}`);

  step("A customer who gave their phone number pays, and types nothing");
  const customer = { phone: "+251911220042" };
  const wanted = { amount: 120_000, customer };
  const quiet = checkoutAnswer.parse(await post("/api/v1/checkouts/", wanted, seed.live_key));
  await pay(120_000, { payer_account: "251911220042" });
  const done = await settled(seed.live_key, quiet.id);
  say(`The checkout is ${done.status}; its evidence is the ${done.payments[0]?.evidence}.`);

  step("The bank's page goes down; the shop accepts its SMS up to ETB 2,000");
  const app = `/api/platform/apps/${seed.app_id}/`;
  await send("PATCH", app, { notice_limit: 200_000 }, token);
  await send("PUT", "/_local/bank/telebirr/mode/", { mode: "down" });
  const outage = await create(seed.live_key, 110_000);
  const transfer = await pay(110_000);
  await post("/_local/idle/", {});
  await verify(outage, transfer.reference);
  const counted = await settled(seed.live_key, outage.id);
  say(`The checkout is ${counted.status}; its evidence is the ${counted.payments[0]?.evidence}.`);
  say("The receipt is checked once the bank answers again.");

  await send("PUT", "/_local/bank/telebirr/mode/", { mode: "up" });
  await send("PATCH", app, { notice_limit: 0 }, token);
  await send("DELETE", `/api/platform/notice-sources/${source.id}/`, undefined, token);
  await send("DELETE", "/_local/phone/");
}

async function settled(key: string, id: string) {
  await post("/_local/idle/", {});
  return checkoutAnswer.parse(await get(`/api/v1/checkouts/${id}/`, key));
}

/** An access token of the seeded merchant's owner. */
async function logIn(phone: string): Promise<string> {
  await post("/api/auth/send-otp/", { phone });
  const { messages } = smsAnswer.parse(
    await get(`/_local/sms/?phone=${encodeURIComponent(phone)}`),
  );
  // A notification may have come after the code.
  const code = messages.flatMap(({ text }) => /\b[0-9]{6}\b/.exec(text) ?? []).at(-1);
  return tokenAnswer.parse(await post("/api/auth/verify-otp/", { phone, code })).access_token;
}

async function create(key: string, amount = 150_000) {
  return checkoutAnswer.parse(await post("/api/v1/checkouts/", { amount }, key));
}

async function pay(amount: number, more: object = {}) {
  return transferAnswer.parse(
    await post("/_local/bank/transfers/", { provider: "telebirr", amount, ...more }),
  );
}

async function verify(checkout: { readonly pay_url: string }, input: string) {
  const token = checkout.pay_url.split("/").at(-2);
  const path = `/api/public/gateway/checkouts/${token}/verify/`;
  return verificationAnswer.parse(await post(path, { input }));
}

/** Waits until the stream, the bus and the queues are empty, then finds the webhook. */
async function verifiedWebhook(checkoutId: string) {
  await post("/_local/idle/", {});
  const { data } = receiverLog.parse(await get("/_local/receiver/shop/log/"));
  const found = data.find(({ body }) => {
    const event = eventBody.parse(JSON.parse(body));
    return event.type === "checkout.verified" && event.data.object.id === checkoutId;
  });
  if (!found) throw new Error("The webhook did not arrive.");
  return found;
}

function get(path: string, key?: string): Promise<unknown> {
  return send("GET", path, undefined, key);
}

function post(path: string, body: object, key?: string): Promise<unknown> {
  return send("POST", path, body, key);
}

async function send(method: string, path: string, body?: object, key?: string): Promise<unknown> {
  const response = await fetch(base + path, {
    method,
    headers: {
      "content-type": "application/json",
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status === 401) {
    throw new Error(
      `${method} ${path} responded with 401: the test shop's first key was revoked, or its app deleted. Start the service with another LOCAL_DATA folder for a new test shop.`,
    );
  }
  if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}: ${text}`);
  return text === "" ? null : JSON.parse(text);
}

function step(what: string): void {
  steps += 1;
  console.log(`\n${steps}. ${what}`);
}

function say(what: string): void {
  console.log(`   ${what}`);
}
