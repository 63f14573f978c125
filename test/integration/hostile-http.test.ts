import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ReceiveMessageCommand, SQSClient } from "../../lib/cloud/aws-services.ts";
import { paginateScan, UpdateCommand } from "../../lib/cloud/dynamodb.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { hashKey } from "../../lib/store/api-keys.ts";
import { type ApiCall, call } from "../support/api.ts";
import { contractCall } from "../support/contract.ts";
import { createMerchant, type Merchant, SHOP } from "../support/merchant.ts";
import { startLocal, tableOf } from "../support/running-stack.ts";

let stack: LocalStack;
let merchant: Merchant;

beforeAll(async () => {
  stack = await startLocal({ config: { corsOrigins: ["https://shop.example"] } });
  merchant = await createMerchant(tableOf(stack));
});
afterAll(() => stack?.close());

const send = (method: string, path: string, request: ApiCall = {}) =>
  contractCall(stack.url, method, path, request);
const create = async (key = merchant.testKey, fields: object = {}) => {
  const body = { amount: 150_000, ...fields };
  const answer = await send("POST", "/api/v1/checkouts/", { key, body });
  expect(answer.status).toBe(201);
  return answer.body as { id: string; pay_url: string };
};
const tokenOf = (checkout: { pay_url: string }) => checkout.pay_url.split("/").at(-2) as string;
const submit = (checkout: { pay_url: string }, body: unknown, headers = {}) =>
  send("POST", `/api/public/gateway/checkouts/${tokenOf(checkout)}/verify/`, { body, headers });
const nextWindow = () => stack.advance(61);

describe("the limits of public verification", () => {
  it("are sent with every answer and open again after a minute", async () => {
    await nextWindow();
    const checkout = await create();
    const first = await submit(checkout, { input: "??" });
    expect(first.status).toBe(400);
    const paid = await submit(checkout, { input: "TESTNONE1" });
    expect(paid.headers.get("ratelimit-policy")).toBe('"verify-checkout";q=6;w=60');
    expect(paid.headers.get("ratelimit")).toMatch(/^"verify-checkout";r=4;t=\d+$/);
    for (let count = 0; count < 4; count++) await submit(checkout, { input: "??" });
    const refused = await submit(checkout, { input: "TESTOK1" });
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(refused.headers.get("ratelimit")).toMatch(/"verify-checkout";r=0;t=\d+$/);
    const other = await submit(await create(), { input: "TESTOK1" });
    expect(other.status).toBe(200);
    await stack.advance(Number(refused.headers.get("retry-after")));
    expect((await submit(checkout, { input: "TESTOK2" })).status).toBe(200);
  });

  it("let 70 customers behind one address pay in the same minute", async () => {
    const checkouts = await Promise.all(Array.from({ length: 70 }, () => create()));
    await nextWindow();
    const answers = await Promise.all(
      checkouts.map((checkout, index) => submit(checkout, { input: `TESTOKCARRIER${index}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(70).fill(200));
  }, 180_000);

  it("let exactly 60 tries of failing checkouts through, whatever address they claim to come from", async () => {
    const failing = await Promise.all(Array.from({ length: 12 }, () => create()));
    for (const [at, checkout] of failing.entries()) {
      for (const mistake of ["A", "B", "C"]) {
        const input = `TESTWRONG${mistake}${at}`;
        const path = `/api/v1/checkouts/${checkout.id}/verify/`;
        const tried = await send("POST", path, { key: merchant.testKey, body: { input } });
        expect(tried.body.attempt.outcome).toBe("receiver_mismatch");
      }
    }
    await nextWindow();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        submit(failing[index % 12] as { pay_url: string }, { input: "??" }, forged(index)),
      ),
    );
    const passed = answers.filter(({ status }) => status !== 429);
    expect(passed).toHaveLength(60);
    expect(passed[0]?.headers.get("ratelimit-policy") ?? null).toBeNull();
    const paid = await submit(await create(), { input: "TESTOKOTHERS" });
    expect(paid.status).toBe(200);
  }, 180_000);

  /** Every way to say where one comes from that some server somewhere believes. */
  function forged(index: number): Record<string, string> {
    const address = `203.0.113.${index % 250}`;
    return {
      "x-forwarded-for": `${address}, 10.0.0.${index % 250}`,
      "x-real-ip": address,
      forwarded: `for=${address}`,
      "cloudfront-viewer-address": `${address}:4711`,
      "x-viewer-address": address,
      "x-origin-secret": "guess",
      "x-amzn-trace-id": `Self=${index}`,
    };
  }

  it("end a checkout's tries after 20 failed ones, for good and on both ways", async () => {
    await nextWindow();
    const checkout = await create();
    const verify = (input: string) =>
      send("POST", `/api/v1/checkouts/${checkout.id}/verify/`, {
        key: merchant.testKey,
        body: { input },
      });
    for (let count = 0; count < 20; count++) {
      expect((await verify(`TESTWRONGF${count}`)).status).toBe(200);
    }
    const blocked = { status: 409, body: { code: "checkout_blocked" } };
    const last = await verify("TESTOKLATE");
    expect(last).toMatchObject(blocked);
    expect(last.headers.get("retry-after")).toBeNull();
    expect(await submit(checkout, { input: "TESTOKLATE" })).toMatchObject(blocked);
    await nextWindow();
    expect(await submit(checkout, { input: "TESTOKLATE" })).toMatchObject(blocked);
  });
});

describe("a payer who submits other people's references", () => {
  const SECRETS = ["Tirunesh", "Secretive", "777777", "7,777.77", "7777.77"];
  const transfer = async (fields: object) => {
    const made = await call(stack.url, "POST", "/_local/bank/transfers/", {
      body: {
        provider: "telebirr",
        amount: 777_777,
        payer_name: "Tirunesh Secretive",
        ...fields,
      },
    });
    expect(made.status).toBe(201);
    return made.body.reference as string;
  };

  it("learns nothing of a receipt for another merchant", async () => {
    await nextWindow();
    const reference = await transfer({
      receiver_account: "251911222333",
      receiver_name: "Other Shop",
    });
    const checkout = await create(merchant.liveKey);
    const answers = [
      await submit(checkout, { input: reference }),
      await send("POST", `/api/v1/checkouts/${checkout.id}/verify/`, {
        key: merchant.liveKey,
        body: { input: reference },
      }),
      await send("GET", `/api/v1/checkouts/${checkout.id}/attempts/`, { key: merchant.liveKey }),
      await send("GET", `/api/v1/checkouts/${checkout.id}/`, { key: merchant.liveKey }),
      await send("GET", "/api/v1/events/", { key: merchant.liveKey }),
    ];
    expect(answers[0]?.body).toMatchObject({
      outcome: "receiver_mismatch",
      attempt: { found: null },
    });
    const said = JSON.stringify(answers.map(({ body }) => body));
    for (const secret of [...SECRETS, "Other Shop", "251911222333"]) {
      expect(said).not.toContain(secret);
    }
  });

  it("pays nothing with money that went elsewhere, came too early, or is not there yet", async () => {
    await nextWindow();
    const ours = { receiver_account: SHOP.number, receiver_name: SHOP.name, amount: 150_000 };
    const before = (await send("GET", "/api/v1/credits/", { key: merchant.liveKey })).body;
    for (const [changes, outcome] of [
      [{ amount: 149_999 }, "counted"],
      [{ receiver_account: "251911222333" }, "receiver_mismatch"],
      [{ paid_at: new Date(stack.now() - 3_600_000).toISOString() }, "too_old"],
      [{ status: "pending" }, "not_completed"],
      [{ status: "reversed" }, "not_completed"],
    ] as const) {
      const checkout = await create(merchant.liveKey);
      const reference = await transfer({ ...ours, ...changes });
      const answer = await submit(checkout, { input: reference });
      expect(answer.body, JSON.stringify(changes)).toMatchObject({ status: "open", outcome });
    }
    expect((await send("GET", "/api/v1/credits/", { key: merchant.liveKey })).body).toEqual(before);
  });
});

describe("a script of another origin", () => {
  const from = (origin: string) =>
    send("GET", "/api/v1/checkouts/co_none/", { key: merchant.testKey, headers: { origin } });

  it("may read answers, refusals too, where its origin is configured", async () => {
    const { status, headers } = await from("https://shop.example");
    expect(status).toBe(404);
    expect(headers.get("access-control-allow-origin")).toBe("https://shop.example");
    expect(headers.get("access-control-expose-headers")).toContain("x-request-id");
    expect(headers.get("vary")).toBe("origin");
  });

  it.each(["null", "https://shop.example.evil.example", "https://evil.example"])(
    "is not named where it is not configured: %s",
    async (origin) => {
      const { headers } = await from(origin);
      expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    },
  );
});

describe("a key that was sent in the query", () => {
  it("is written nowhere: no log, no item, no message, no answer, even when everything fails", async () => {
    const canary = await createMerchant(tableOf(stack));
    const { liveKey: key } = canary;
    const ask = (method: string, path: string, body?: unknown) =>
      call(stack.url, method, `${path}?api_key=${key}`, {
        body,
        headers: { "idempotency-key": `canary-${method}-${path.length}` },
      });
    const made = await ask("POST", "/api/v1/checkouts/", { amount: 100, metadata: { a: "b" } });
    expect(made.status).toBe(201);
    const path = `/api/v1/checkouts/${made.body.id}/`;
    const answers = [
      made,
      await ask("GET", "/api/v1/credits/"),
      await ask("GET", "/api/v1/checkouts/"),
      await ask("GET", "/api/v1/events/"),
      await ask("GET", path),
      await ask("GET", `${path}attempts/`),
      await ask("POST", `${path}verify/`, { input: "DKK0000000" }),
      await ask("POST", `${path}verify/`, { input: key }),
      await ask("POST", "/api/v1/checkouts/", { amount: "wrong" }),
      await ask("GET", "/api/v1/nowhere/"),
      await ask("GET", "/api/platform/apps/"),
      await ask("GET", "/api/health/"),
    ];
    // An item that no code can have written: presenting it must fail.
    const { client, name } = tableOf(stack);
    await client.send(
      new UpdateCommand({
        TableName: name,
        Key: { pk: `CO#${made.body.id}`, sk: "CO" },
        UpdateExpression: "SET methods = :broken",
        ExpressionAttributeValues: { ":broken": 1 },
      }),
    );
    const failed = await ask("GET", path);
    expect(failed).toMatchObject({ status: 500, body: { code: "internal" } });
    expect(failed.body.detail).not.toMatch(/map|methods|TypeError/);
    answers.push(failed);
    await stack.idle();

    const secret = key.slice("pk_live_".length, -4);
    const forms = [secret, encodeURIComponent(secret), Buffer.from(key).toString("base64")];
    const written = {
      logs: stack.logs.map(({ line }) => line).join("\n"),
      items: await everyItem(),
      messages: await everyMessage(),
      answers: JSON.stringify(answers.map(({ body, headers }) => [body, [...headers]])),
    };
    expect(written.logs).toContain("request failed");
    expect(written.items).toContain(hashKey(key));
    for (const [where, text] of Object.entries(written)) {
      for (const form of forms) expect(text.includes(form), where).toBe(false);
    }
  });

  async function everyItem(): Promise<string> {
    const { client, name } = tableOf(stack);
    let text = "";
    for await (const { Items = [] } of paginateScan({ client }, { TableName: name })) {
      text += JSON.stringify(Items, (_, value) => (value instanceof Set ? [...value] : value));
    }
    return text;
  }

  async function everyMessage(): Promise<string> {
    const client = new SQSClient({ ...stack.aws });
    let text = "";
    for (const { url } of stack.deployment.queues) {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
      );
      text += JSON.stringify(Messages);
    }
    return text;
  }
});

describe("any request at all", () => {
  const OWN = ROUTES.filter(({ surface }) => ["v1", "public", "service"].includes(surface));
  const word = fc.oneof(
    fc.constantFrom("open", "verified", "20", "0", "sandbox", "TESTOK1", "DKK3A7B9XZ", "ETB", "am"),
    fc.constantFrom("__proto__", "constructor", "../../x", "%00", "\u0000", "🙂", "'; --", "1e400"),
    fc.string({ maxLength: 30 }),
    fc.string({ unit: "binary", maxLength: 30 }),
  );
  const value = fc.oneof(
    word,
    fc.jsonValue({ maxDepth: 3 }),
    fc.integer(),
    fc.double(),
    fc.constant(null),
  );

  function requestTo(route: Route) {
    const known = Object.keys(route.request.query?.shape ?? {});
    const name = fc.oneof(fc.constantFrom("x", "limit", "cursor", ...known), word);
    return fc.record({
      route: fc.constant(route),
      ids: fc.oneof(fc.constant("known"), word),
      query: fc.array(fc.tuple(name, word), { maxLength: 3 }),
      body: bodyOf(route),
      type: fc.constantFrom("application/json", "application/json", "text/plain", ""),
      key: fc.constantFrom("live", "test", "none"),
    });
  }

  /** The example with some fields replaced, left out or added; or something else entirely. */
  function bodyOf({ example = {} }: Route) {
    const fields = Object.keys(example as object);
    const field = fc.oneof(
      fc.constantFrom("amount", "input", "provider", "customer", "metadata", "payment_methods"),
      fc.constantFrom("return_url", "expires_in", "payer_phone", "__proto__", ...fields),
      fc.string({ maxLength: 8 }),
    );
    const near = fc
      .array(fc.tuple(field, value), { maxLength: 3 })
      .map((changes) =>
        JSON.stringify(Object.fromEntries([...Object.entries(example as object), ...changes])),
      );
    const far = fc.oneof(fc.json(), fc.string(), fc.constant(""), fc.constant('{"a":'));
    return fc.oneof({ weight: 3, arbitrary: near }, far);
  }

  it("gets an answer of its operation's contract, and never a failure of ours", async () => {
    await nextWindow();
    const [live, test] = [await create(merchant.liveKey), await create()];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...OWN).chain(requestTo),
        async ({ route, ids, query, body, type, key }) => {
          const checkout = key === "live" ? live : test;
          const known = { id: checkout.id, token: tokenOf(checkout) } as Record<string, string>;
          const path = pathTo(route, ids, known);
          const search = query.map((pair) => pair.map(safeComponent).join("=")).join("&");
          const withBody = route.method === "POST";
          const answer = await send(route.method, search ? `${path}?${search}` : path, {
            ...keyOf(key),
            ...(withBody ? { raw: body } : {}),
            headers: withBody && type !== "" ? { "content-type": type } : {},
          });
          expect(answer.status).toBeLessThan(500);
        },
      ),
      { numRuns: 250 },
    );
  }, 180_000);

  function keyOf(kind: string): { readonly key?: string } {
    if (kind === "none") return {};
    return { key: kind === "live" ? merchant.liveKey : merchant.testKey };
  }

  function pathTo(
    route: (typeof OWN)[number],
    ids: string,
    known: Readonly<Record<string, string>>,
  ): string {
    return route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(ids === "known" ? (known[name] ?? "none") : ids || "x"),
    );
  }

  function safeComponent(text: string): string {
    return encodeURIComponent(text.toWellFormed());
  }
});
