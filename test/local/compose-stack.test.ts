import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalStack, startStack } from "../../lib/local/compose-stack.ts";
import { writeAssembly } from "./fixture/assembly.ts";

const assembly = writeAssembly();
let stack: LocalStack;
beforeAll(async () => {
  stack = await startStack({ assembly: assembly.folder, data: ":memory:", port: 0 });
}, 120_000);
afterAll(async () => {
  await stack.close();
  assembly.remove();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(stack.url + path, { headers });
const aws = async (body: object, path = "/aws") => {
  const response = await fetch(stack.url + path, { method: "POST", body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const rows = async (pk: string) => {
  const { body } = await aws({ service: "Query", pk });
  return body.Items as Record<string, Record<string, string>>[];
};

describe("the gateway", () => {
  it("hands a function the proxy event of a REST API", async () => {
    const response = await get("/things/a%20b/?x=1&x=2&y=%C3%A9", { "X-Twice": "one" });
    const { event } = (await response.json()) as { event: Record<string, unknown> };
    expect(event).toMatchObject({
      resource: "/things/{id}",
      path: "/things/a%20b/",
      httpMethod: "GET",
      queryStringParameters: { x: "2", y: "é" },
      multiValueQueryStringParameters: { x: ["1", "2"], y: ["é"] },
      pathParameters: { id: "a%20b" },
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
      requestContext: {
        stage: "test",
        resourcePath: "/things/{id}",
        identity: { sourceIp: "127.0.0.1" },
      },
    });
    expect(response.headers.get("x-amzn-requestid")).toBeTruthy();
  });

  it("serves both slash forms by one resource and prefers the literal one", async () => {
    for (const path of ["/echo", "/echo/"]) {
      const { event } = (await (await get(path)).json()) as {
        event: { resource: string; path: string };
      };
      expect([event.resource, event.path]).toEqual(["/echo", path]);
    }
    expect(await (await get("/things/special")).text()).toBe("ok");
    const greedy = (await (await get("/files/a/b.txt")).json()) as {
      event: { pathParameters: object };
    };
    expect(greedy.event.pathParameters).toEqual({ path: "a/b.txt" });
  });

  it("answers an unknown path and a wrong method with the template's response", async () => {
    for (const [method, path] of [
      ["GET", "/nowhere"],
      ["DELETE", "/echo"],
      ["GET", "/things//"],
    ] as const) {
      const response = await fetch(stack.url + path, { method });
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(await response.json()).toMatchObject({
        code: "not_found",
        request_id: response.headers.get("x-amzn-requestid"),
      });
    }
  });

  it("refuses a body over 10 MB with 413 and does not hang", async () => {
    const response = await fetch(`${stack.url}/echo`, {
      method: "POST",
      body: new Uint8Array(10 * 1024 * 1024 + 1),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: "payload_too_large" });
  });

  it("keeps several values of a header and a cookie apart", async () => {
    const response = await get("/misbehave");
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  it.each(["throw", "malformed", "exit", "hang", "uncaught"])(
    "renders a function that does %s as its 5xx, without the inside",
    async (how) => {
      const response = await get(`/misbehave?how=${how}`);
      expect(response.status).toBe(500);
      const body = await response.text();
      expect(JSON.parse(body)).toMatchObject({ code: "internal" });
      expect(body).not.toContain("secret inside");
      expect((await get("/misbehave")).status).toBe(200);
    },
  );

  it("passes a function's `WWW-Authenticate` on under another name, as API Gateway does", async () => {
    const { status, headers } = await get("/misbehave?how=challenge");
    expect([status, headers.get("www-authenticate")]).toEqual([401, null]);
    expect(headers.get("x-amzn-remapped-www-authenticate")).toBe("Bearer");
  });

  it("renders a function that cannot be loaded as its 5xx", async () => {
    expect((await get("/broken")).status).toBe(500);
  });
});

describe("the authorizer", () => {
  it("is not asked when its identity source is missing", async () => {
    const response = await get("/private/1");
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { code: "unauthenticated" },
    ]);
  });

  it("is believed for its TTL, on the moved clock, and its context is text", async () => {
    const context = async () => {
      const { event } = (await (await get("/private/1", { authorization: "cached" })).json()) as {
        event: { requestContext: { authorizer: Record<string, string> } };
      };
      return event.requestContext.authorizer;
    };
    const first = await context();
    expect(first).toMatchObject({ principalId: "someone", admin: "true" });
    expect((await context()).calls).toBe(first.calls);
    await stack.advance(61);
    expect(Number((await context()).calls)).toBeGreaterThan(Number(first.calls));
  });

  it("judges a kept policy against the path at hand", async () => {
    expect((await get("/private/1", { authorization: "narrow" })).status).toBe(200);
    expect((await get("/private/2", { authorization: "narrow" })).status).toBe(401);
  });

  it("prints the code of its context when it denies", async () => {
    const response = await get("/private/1", { authorization: "deny" });
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { code: "token_expired" },
    ]);
  });

  it("turns Unauthorized into 401, any other error into its failure, and a nested context into a configuration error", async () => {
    expect((await get("/private/1", { authorization: "unauthorized" })).status).toBe(401);
    expect((await get("/private/1", { authorization: "throw" })).status).toBe(503);
    expect((await get("/private/1", { authorization: "bad-context" })).status).toBe(500);
  });

  it("is always asked where it has no identity source", async () => {
    expect((await get("/keyed?token=ok")).status).toBe(200);
    expect((await get("/keyed?token=deny")).status).toBe(401);
  });
});

describe("the front door", () => {
  it("lets a function do what its role grants", async () => {
    expect(await aws({ service: "PutItem", pk: "ORDER#1" })).toMatchObject({ status: 200 });
    expect(await aws({ service: "Transact", keys: ["ORDER#2", "ORDER#3"] })).toMatchObject({
      status: 200,
    });
    expect(await aws({ service: "Query", pk: "STATUS#open", index: "gsi1" })).toMatchObject({
      status: 200,
    });
    expect((await aws({ service: "Secret" })).body.SecretString).toMatch(/^[A-Za-z0-9]{40}$/);
  });

  it.each([
    { service: "PutItem", pk: "OTHER#1" },
    { service: "PutItem", pk: "ORDER#forbidden" },
    { service: "Transact", keys: ["ORDER#1", "OTHER#1"] },
    { service: "Query", pk: "ORDER#1", index: "gsi1" },
  ])("refuses what lies outside the leading keys: %j", async (input) => {
    const { status, body } = await aws(input);
    expect([status, body.name]).toEqual([403, "AccessDeniedException"]);
    expect(body.message).toContain("fixture-aws is not authorized to perform: dynamodb:");
  });

  it.each(["GetItem", "SendMessage", "PutEvents", "Secret", "Sms"])(
    "refuses %s to a function without the grant",
    async (service) => {
      const input = {
        service,
        pk: "ORDER#1",
        body: "{}",
        type: "x",
        phone: "+251900000001",
        text: "x",
      };
      const { status } = await aws(input, "/aws-without-grants");
      expect(status).toBe(403);
    },
  );

  it("refuses a delay over 900 seconds as AWS does", async () => {
    const { status, body } = await aws({ service: "SendMessage", body: "{}", delay: 901 });
    expect([status, body.name]).toEqual([400, "InvalidParameterValue"]);
  });

  it("keeps an SMS, found by any form of the number, and among those of all phones", async () => {
    await aws({ service: "Sms", phone: "+251911223344", text: "code 123456" });
    for (const phone of ["0911223344", "911223344", "251911223344", "+251911223344"]) {
      const response = await get(`/_local/sms/?phone=${encodeURIComponent(phone)}`);
      expect(await response.json()).toMatchObject({
        messages: [{ to: "+251911223344", text: "code 123456" }],
      });
    }
    await aws({ service: "Sms", phone: "+251911223355", text: "code 654321" });
    const all = (await (await get("/_local/sms/")).json()) as { messages: { text: string }[] };
    expect(all.messages.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["code 123456", "code 654321"]),
    );
  });
});

describe("event sources", () => {
  it("deletes what worked and brings back what failed, after its visibility time", async () => {
    await aws({ service: "SendMessage", body: '{"n":"good"}' });
    await aws({ service: "SendMessage", body: '{"n":"twice","fails":1}' });
    await stack.idle();
    const seen = async (name: string) =>
      (await rows("SEEN")).filter((row) => row.body?.S?.includes(`"${name}"`)).length;
    expect([await seen("good"), await seen("twice")]).toEqual([1, 1]);
    await stack.advance(31);
    expect([await seen("good"), await seen("twice")]).toEqual([1, 2]);
    await stack.advance(300);
    expect([await seen("good"), await seen("twice")]).toEqual([1, 2]);
  });

  it("puts a message aside after three receives", async () => {
    await aws({ service: "SendMessage", body: '{"n":"poison","fails":99}' });
    await stack.advance(200);
    expect((await rows("SEEN")).filter((row) => row.body?.S?.includes("poison"))).toHaveLength(3);
  });

  it("delivers a delayed message at its time and not before", async () => {
    const sentAt = stack.now();
    await aws({ service: "SendMessage", body: '{"n":"late"}', delay: 900 });
    await stack.advance(890);
    const late = async () => (await rows("SEEN")).find((row) => row.body?.S?.includes("late"));
    expect(await late()).toBeUndefined();
    await stack.advance(3 * 3600);
    const at = Number((await late())?.at?.N);
    expect(at - sentAt).toBeGreaterThanOrEqual(900_000);
    expect(at - sentAt).toBeLessThan(905_000);
  });

  it("feeds filtered records of the stream, and gives up poison without losing its neighbours", async () => {
    await aws({ service: "Transact", keys: ["WATCH#a", "WATCH#poison", "WATCH#b", "ORDER#9"] });
    await stack.idle();
    const seen = (await rows("STREAM")).map((row) => row.sk?.S);
    expect(seen).toEqual(["WATCH#a INSERT", "WATCH#b INSERT"]);
  });

  const busEvents = async () => {
    await stack.idle();
    const bodies = (await rows("SEEN")).map((row) => JSON.parse(row.body?.S ?? "{}"));
    return bodies.filter((body) => body.source === "fixture");
  };

  it("hands matching events of the bus to the queue, as the whole envelope", async () => {
    await aws({ service: "PutEvents", type: "wanted.one", details: [{ id: 1 }] });
    await aws({ service: "PutEvents", type: "other", details: [{ id: 2 }] });
    const events = await busEvents();
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      "detail-type": "wanted.one",
      detail: { id: 1 },
      account: "000000000000",
    });
  });

  it("hands every event of one request to the queue", async () => {
    const details = Array.from({ length: 10 }, (_, index) => ({ id: 100 + index }));
    const { body } = await aws({ service: "PutEvents", type: "wanted.many", details });
    expect(body).toMatchObject({ FailedEntryCount: 0 });
    const ids = (await busEvents()).map(({ detail }) => detail.id).filter((id) => id >= 100);
    expect(ids.toSorted()).toEqual(details.map(({ id }) => id));
  });
});

describe("the clock", () => {
  it("moves for functions, and each schedule runs in the six hours between", async () => {
    const before = (await rows("TICK")).length;
    const start = stack.now();
    await stack.advance(6 * 3600);
    expect(stack.now() - start).toBeGreaterThanOrEqual(6 * 3600_000);
    const { now, constructed } = (await (await get("/echo")).json()) as {
      now: number;
      constructed: string;
    };
    expect(now).toBeGreaterThanOrEqual(start + 6 * 3600_000);
    expect(Date.parse(constructed)).toBeGreaterThanOrEqual(start + 6 * 3600_000);
    expect((await rows("TICK")).length - before).toBeGreaterThan(20);
  });

  it("runs a schedule by the name of its worker and waits", async () => {
    const before = (await rows("TICK")).length;
    const response = await fetch(`${stack.url}/_local/schedules/tick/run/`, { method: "POST" });
    expect(response.status).toBe(200);
    expect((await rows("TICK")).length).toBe(before + 1);
    expect(
      (await fetch(`${stack.url}/_local/schedules/nothing/run/`, { method: "POST" })).status,
    ).toBe(404);
  });
});

describe("a function", () => {
  it("sees its own variables and nothing of the process", async () => {
    const { env } = (await (await get("/echo")).json()) as { env: string[] };
    expect(env).toContain("TABLE_NAME");
    expect(env).not.toContain("PATH");
    expect(env).not.toContain("HOME");
  });

  it("runs one invocation at a time in each of its environments", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const response = await get("/misbehave?how=slow");
        return (await response.json()) as { environment: number; atOnce: number };
      }),
    );
    expect(answers.map(({ atOnce }) => atOnce)).toEqual(answers.map(() => 1));
    expect(new Set(answers.map(({ environment }) => environment)).size).toBeGreaterThan(1);
  });
});
