import { beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import type { Route } from "../../lib/contract/route.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { invoke, setFunctionEnvironment } from "../support/function-calls.ts";

const SHOP = "https://shop.example";
const STRANGERS = [
  "null",
  "https://shop.example.evil.example",
  "https://evilshop.example",
  "http://shop.example",
  "https://shop.example:8443",
  "https://shop.example/",
  "https://SHOP.example",
  "",
];
const route = {
  surface: "service",
  operation: "list-things",
  method: "GET",
  path: "/api/things/",
  auth: "none",
  request: { query: z.strictObject({ do: z.enum(["answer", "refuse", "break"]) }) },
  responses: { 200: z.strictObject({ ok: z.boolean() }) },
  errors: ["invalid_request"],
  access: {},
  idempotent: false,
  timeoutSeconds: 10,
  memoryMegabytes: 512,
  summary: "List things",
} as const satisfies Route;

async function handlerWith(corsOrigins: string[]) {
  vi.resetModules();
  setFunctionEnvironment({
    tableName: "none",
    dynamoDbEndpoint: "http://127.0.0.1:1",
    config: { corsOrigins },
  });
  // Loaded late: it looks at the environment.
  const { endpoint } = await import("../../lib/pipeline/endpoint.ts");
  const { ServiceError: Refusal } = await import("../../lib/domain/errors.ts");
  return endpoint(route, async ({ query }) => {
    if (query.do === "refuse")
      throw new Refusal("rate_limited", "Slower.", { retryAfterSeconds: 3 });
    if (query.do === "break") throw new Error("inside");
    return reply(200, { ok: true }, { headers: { vary: "accept" } });
  });
}

let handler: unknown;
beforeAll(async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  handler = await handlerWith(["https://admin.example", SHOP]);
});

const call = (query: string, origin?: string, to = handler) =>
  invoke(to, route, {
    query: { do: query },
    headers: origin === undefined ? {} : { Origin: origin },
  });
const corsOf = (headers: Readonly<Record<string, string>>) =>
  Object.keys(headers).filter((name) => name.startsWith("access-control-"));

describe("responses to scripts of other origins", () => {
  test.each([
    ["answer", 200, "accept, origin"],
    ["refuse", 429, "origin"],
    ["break", 500, "origin"],
    ["something else", 400, "origin"],
  ])("a configured origin may read what came of `%s` (%i)", async (query, status, vary) => {
    const answer = await call(query, SHOP);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": SHOP,
      "access-control-allow-credentials": "true",
      vary,
    });
    const readable = answer.headers["access-control-expose-headers"]?.split(", ");
    expect(readable).toEqual(
      expect.arrayContaining([
        "x-request-id",
        "retry-after",
        "ratelimit",
        "idempotent-replayed",
        "link",
      ]),
    );
  });

  test.each(STRANGERS)(
    "an origin that is not in the list, `%s`, is never named",
    async (origin) => {
      for (const query of ["answer", "refuse"]) {
        const { headers } = await call(query, origin);
        expect(corsOf(headers)).toEqual([]);
      }
    },
  );

  test("have Vary: origin, even for requests without an origin", async () => {
    const { headers } = await call("answer");
    expect(corsOf(headers)).toEqual([]);
    expect(headers.vary).toBe("accept, origin");
  });

  test("have no CORS headers without configured origins", async () => {
    const plain = await handlerWith([]);
    const { headers } = await call("answer", SHOP, plain);
    expect(corsOf(headers)).toEqual([]);
    expect(headers.vary).toBe("accept");
  });
});
