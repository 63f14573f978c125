import type { APIGatewayAuthorizerResult } from "aws-lambda";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { getCredits } from "../../lib/contract/routes/v1.ts";
import { newId } from "../../lib/domain/ids.ts";
import { formatKey } from "../../lib/domain/keys.ts";
import { randomBytes, table } from "../../lib/pipeline/deps.ts";
import { readPrincipal } from "../../lib/pipeline/principal.ts";
import {
  getApiKey,
  hashKey,
  replaceApiKeyWrite,
  revokeApiKeyWrite,
} from "../../lib/store/api-keys.ts";
import { transact } from "../../lib/store/transact.ts";
import { loadHandler, proxyEvent, setFunctionEnvironment } from "../support/function-calls.ts";
import { createMerchant, type Merchant } from "../support/merchant.ts";
import { startTable, type TestTable } from "../support/table.ts";

type Handler = (event: unknown, context?: unknown) => Promise<APIGatewayAuthorizerResult>;
type Endpoint = (
  event: unknown,
  context: unknown,
) => Promise<{ statusCode: number; headers: Record<string, string>; body: string }>;

let engine: TestTable;
let merchant: Merchant;
let handler: Handler;
let credits: Endpoint;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  handler = await loadHandler("authorizer");
  credits = (await import("../../functions/v1/credits.ts")).getCredits as unknown as Endpoint;
});
beforeEach(async () => {
  merchant = await createMerchant(engine.table);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => engine.stop());

const arn = "arn:aws:execute-api:eu-west-1:123456789012:api1/stage/GET/api/v1/credits";

function authorize(
  headers: Record<string, string>,
  query: Record<string, string[]> = {},
  resource = "/api/v1/credits",
) {
  return handler({
    type: "REQUEST",
    methodArn: arn,
    resource,
    headers,
    multiValueQueryStringParameters: query,
  });
}
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
/** Whether the function will serve the request: a refusal comes without a principal. */
const verdict = ({ context }: APIGatewayAuthorizerResult) =>
  typeof context?.principal === "string" ? "served" : "refused";

async function keyItem(key: string) {
  const item = await getApiKey(engine.table, hashKey(key));
  if (!item) throw new Error("the key is not there");
  return item;
}
function moveClock(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

describe("an API key", () => {
  it("stands for its account, app, mode and scopes, on its own surface only", async () => {
    const result = await authorize(bearer(merchant.liveKey));
    expect(result.principalId).toBe((await keyItem(merchant.liveKey)).id);
    expect(result.policyDocument).toEqual({
      Version: "2012-10-17",
      Statement: [
        {
          Action: "execute-api:Invoke",
          Effect: "Allow",
          Resource: ["arn:aws:execute-api:eu-west-1:123456789012:api1/stage/*/api/v1/*"],
        },
      ],
    });
    expect(readPrincipal(result.context?.principal)).toMatchObject({
      kind: "key",
      accountId: merchant.accountId,
      appId: merchant.appId,
      mode: "live",
    });
    expect(JSON.stringify(result)).not.toContain(merchant.liveKey);
  });

  it.each([
    ["in the header", (key: string) => authorize(bearer(key))],
    ["in the query", (key: string) => authorize({}, { api_key: [key] })],
    ["in both", (key: string) => authorize(bearer(key), { api_key: [key] })],
    [
      "under any spelling of the header",
      (key: string) => authorize({ AUTHORIZATION: `bearer ${key}` }),
    ],
  ])("is taken %s", async (_, send) => {
    const result = await send(merchant.liveKey);
    expect(verdict(result)).toBe("served");
    expect(readPrincipal(result.context?.principal)).toMatchObject({ mode: "live" });
  });

  it("is rejected by the function if header and query differ", async () => {
    for (const result of [
      await authorize(bearer(merchant.liveKey), { api_key: [merchant.testKey] }),
      await authorize({}, { api_key: [merchant.liveKey, merchant.testKey] }),
      await authorize({ authorization: "Basic eA==" }, { api_key: [merchant.liveKey] }),
    ]) {
      expect(verdict(result)).toBe("refused");
      expect(result.context).toMatchObject({ problem: "invalid_request" });
      expect(result.context?.principal).toBeUndefined();
      expect(result.principalId).toBe("nobody");
    }
  });

  it.each([
    ["nothing", {}],
    ["an empty bearer", { authorization: "Bearer " }],
    ["another scheme", { authorization: "Basic cGtfbGl2ZV8=" }],
    ["a word", { authorization: "Bearer hello" }],
    ["a key that nobody made", bearer(formatKey("live", randomBytes(64)))],
    ["an access token", bearer("eyJhbGciOiJub25lIn0.e30.")],
    ["bytes beyond ASCII", { authorization: "Bearer pk_live_ä" }],
  ])("is refused by the function, not failed, for %s", async (_, headers) => {
    const result = await authorize(headers as Record<string, string>);
    expect(verdict(result)).toBe("refused");
    expect(result.principalId).toBe("nobody");
    expect(result.context).toMatchObject({ problem: "unauthenticated" });
  });

  it("that is missing or wrong is named in the refusal", async () => {
    const withoutBearer = [
      {},
      { authorization: merchant.liveKey },
      { authorization: "Basic cGtf" },
    ];
    for (const headers of withoutBearer) {
      expect((await authorize(headers)).context?.detail).toMatch(/^Send your API key as `Auth/);
    }
  });

  it("that is cut off, or a credential of another kind, is refused with that reason", async () => {
    const token = `${Buffer.from('{"alg":"ES256","kid":"k"}').toString("base64url")}.e30.AA`;
    const detailOf = async (text: string) => (await authorize(bearer(text))).context?.detail;
    expect(await detailOf(formatKey("live", randomBytes(64)))).toMatch(/unknown here, expired or/);
    expect(await detailOf(merchant.liveKey.slice(0, -1))).toMatch(/^This is not a whole API key/);
    expect(await detailOf("whsec_AAAA")).toMatch(/^This is the signing secret of webhooks/);
    expect(await detailOf(token)).toMatch(/^This is an access token/);
  });

  it("sent instead of an access token is refused with the hint that the operation needs a login", async () => {
    const result = await authorize(bearer(merchant.liveKey), {}, "/api/platform/apps");
    expect(verdict(result)).toBe("refused");
    expect(result.context?.detail).toMatch(/^This is an API key. .*access token/);
    const wrong = await authorize(bearer("hello"), {}, "/api/platform/apps");
    expect(wrong.context?.detail).toMatch(/^This access token is not valid/);
  });

  it("with a wrong checksum costs no read of the table", async () => {
    const send = vi.spyOn(table().client, "send");
    const wrong = merchant.liveKey.replace(/.$/, (last) => (last === "x" ? "y" : "x"));
    expect(verdict(await authorize(bearer(wrong)))).toBe("refused");
    expect(send).not.toHaveBeenCalled();
    await authorize(bearer(merchant.liveKey));
    expect(send).toHaveBeenCalled();
  });

  it("is read strongly consistent", async () => {
    const send = vi.spyOn(table().client, "send");
    await authorize(bearer(merchant.liveKey));
    expect(send.mock.calls[0]?.[0].input).toMatchObject({ ConsistentRead: true });
  });

  it("stops working within 60 s of its expiry, and not before", async () => {
    expect(verdict(await authorize(bearer(merchant.liveKey)))).toBe("served");
    const key = await keyItem(merchant.liveKey);
    await transact(engine.table, [revokeApiKeyWrite(key, Date.now())]);
    moveClock(60_000);
    expect(verdict(await authorize(bearer(merchant.liveKey)))).toBe("refused");
  });

  it("works until the end of its overlap, to the millisecond", async () => {
    const key = await keyItem(merchant.liveKey);
    const until = Date.now() + 3_600_000;
    await transact(engine.table, [
      replaceApiKeyWrite(key, newId("key_", 1, randomBytes(10)), until),
    ]);
    vi.useFakeTimers({ toFake: ["Date"], now: until - 1 });
    expect(verdict(await authorize(bearer(merchant.liveKey)))).toBe("served");
    vi.setSystemTime(until);
    expect(verdict(await authorize(bearer(merchant.liveKey)))).toBe("refused");
  });

  it("records its last use at most once a minute", async () => {
    const start = Date.now();
    const lastUse = async () => (await keyItem(merchant.liveKey)).lastUsedAt;
    await authorize(bearer(merchant.liveKey));
    await vi.waitFor(async () => expect(await lastUse()).toBeGreaterThanOrEqual(start), 20_000);
    const first = (await lastUse()) as number;
    moveClock(31_000);
    await authorize(bearer(merchant.liveKey));
    moveClock(31_000);
    await authorize(bearer(merchant.liveKey));
    await vi.waitFor(async () => expect(await lastUse()).toBeGreaterThan(first), 20_000);
    expect(await lastUse()).toBeGreaterThanOrEqual(first + 60_000);
  });

  it("is limited to 100 requests per second, then 429 with Retry-After", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Math.ceil(Date.now() / 1000) * 1000 });
    const results = await Promise.all(
      Array.from({ length: 101 }, () => authorize(bearer(merchant.liveKey))),
    );
    // Each of the first ones read the table for itself and counted for itself.
    for (let call = 0; call < 100; call++) results.push(await authorize(bearer(merchant.liveKey)));
    const refused = results.find(({ context }) => context?.problem !== undefined);
    expect(refused?.context).toMatchObject({ problem: "rate_limited" });
    const event = proxyEvent(getCredits, {});
    Object.assign(event.requestContext, { authorizer: refused?.context });
    const answer = await credits(event, { getRemainingTimeInMillis: () => 10_000 });
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    vi.setSystemTime(Date.now() + 1000);
    expect((await authorize(bearer(merchant.liveKey))).context?.problem).toBeUndefined();
  });

  it("throws if the table fails, so that the gateway answers 503 and not 401", async () => {
    vi.spyOn(table().client, "send").mockRejectedValue(new Error("table away") as never);
    await expect(authorize(bearer(formatKey("live", randomBytes(64))))).rejects.toThrow();
  });
});
