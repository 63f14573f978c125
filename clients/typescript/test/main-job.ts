// The main job against a running service: an order, its payment, and what is listed afterward.
import { ApiProblem, createClient } from "../src/index.ts";

const { CHECKOUT_BASE_URL: baseUrl = "", CHECKOUT_API_KEY: apiKey = "" } = process.env;
const { ORDER = "", REFERENCE = "" } = process.env;
const client = createClient({ baseUrl, apiKey });

const order = { amount: 150_000, client_reference: ORDER, metadata: { table: "7" } };
const checkout = await client.checkouts.create(order, { idempotencyKey: ORDER });
const again = await client.checkouts.create(order, { idempotencyKey: ORDER });
await client.checkouts.verify(checkout.id, { input: REFERENCE });
const { status } = await client.checkouts.waitForOutcome(checkout.id, {
  timeoutMs: 30_000,
  intervalMs: 50,
});

const listed = [];
for await (const one of client.checkouts.all({ client_reference: ORDER, limit: 1 })) {
  listed.push(one.client_reference);
}
const attempts = (await client.checkouts.attempts(checkout.id)).data.map(({ outcome }) => outcome);
const events = [];
for await (const { type, data } of client.events.all({ limit: 2 })) {
  if ("id" in data.object && data.object.id === checkout.id) events.push(type);
}
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error instanceof ApiProblem ? error : null),
  );
const problem = (await problemOf(client.checkouts.cancel(checkout.id)))?.code;
const invalid = (await problemOf(client.checkouts.create({ amount: 0 })))?.errors.map(
  ({ path }) => path,
);
const { livemode: mode } = await client.credits.get();
console.log(
  JSON.stringify({
    same_checkout: checkout.id === again.id,
    status,
    listed,
    attempts,
    events,
    problem,
    invalid,
    mode,
  }),
);
