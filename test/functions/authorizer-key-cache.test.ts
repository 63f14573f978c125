import type { APIGatewayAuthorizerResult } from "aws-lambda";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ScanCommand, UpdateCommand } from "../../lib/cloud/dynamodb.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { readPrincipal } from "../../lib/pipeline/principal.ts";
import { type ApiKey, getApiKey, hashKey, revokeApiKeyWrite } from "../../lib/store/api-keys.ts";
import { transact } from "../../lib/store/transact.ts";
import { loadHandler, setFunctionEnvironment } from "../support/function-calls.ts";
import { createMerchant, type Merchant } from "../support/merchant.ts";
import { startTable, type TestTable } from "../support/table.ts";

const START = Date.UTC(2026, 10, 20, 9);
const ARN = "arn:aws:execute-api:eu-west-1:123456789012:api1/stage/GET/api/v1/credits";

let engine: TestTable;
let merchant: Merchant;
let authorize: () => Promise<APIGatewayAuthorizerResult>;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  const handler =
    await loadHandler<(event: object) => Promise<APIGatewayAuthorizerResult>>("authorizer");
  authorize = () =>
    handler({
      type: "REQUEST",
      methodArn: ARN,
      resource: "/api/v1/credits",
      headers: { authorization: `Bearer ${merchant.liveKey}` },
      multiValueQueryStringParameters: {},
    });
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  merchant = await createMerchant(engine.table);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => engine?.stop());

/** Whether the function will serve the request: a refusal comes without a principal. */
const verdict = ({ context }: APIGatewayAuthorizerResult) =>
  typeof context?.principal === "string" ? "served" : "refused";
async function storedKey(): Promise<ApiKey> {
  const key = await getApiKey(engine.table, hashKey(merchant.liveKey));
  if (key === null) throw new Error("the key is not there");
  return key;
}
async function change(attribute: string, value: unknown): Promise<void> {
  const { Items = [] } = await engine.table.client.send(
    new ScanCommand({ TableName: engine.table.name }),
  );
  const { id } = await storedKey();
  const item = Items.find((each) => each.id === id && each.entity === "api_key");
  await engine.table.client.send(
    new UpdateCommand({
      TableName: engine.table.name,
      Key: { pk: item?.pk, sk: item?.sk },
      UpdateExpression: "SET #name = :value",
      ExpressionAttributeNames: { "#name": attribute },
      ExpressionAttributeValues: { ":value": value },
    }),
  );
}
/** What the authorizer noted of a key's use, as it was sent. */
function watchTouches(fail = false) {
  const { client } = table();
  const send = client.send.bind(client) as (command: unknown) => Promise<unknown>;
  const touches: { at: number; since: number }[] = [];
  vi.spyOn(client, "send").mockImplementation((async (command: unknown) => {
    if (command instanceof UpdateCommand) {
      const values = command.input.ExpressionAttributeValues;
      touches.push({ at: values?.[":at"], since: values?.[":since"] });
      if (fail) throw new Error("table away");
    }
    return send(command);
  }) as never);
  return touches;
}
const isNoted = (at: number) =>
  vi.waitFor(async () => expect((await storedKey()).lastUsedAt).toBe(at), 20_000);

describe("a key that a container has read", () => {
  it("brings its scopes along", async () => {
    await change("scopes", ["credits:read"]);
    const { context } = await authorize();
    expect(readPrincipal(context?.principal)).toMatchObject({ scopes: ["credits:read"] });
  });

  it("is refused where the stored key is of another mode than its text", async () => {
    await change("mode", "test");
    expect(verdict(await authorize())).toBe("refused");
  });

  it("of an unknown shape is counted, so that the release that wrote it is withdrawn", async () => {
    await change("scopes", "all of them");
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    await expect(authorize()).rejects.toThrow();
    expect(write.mock.calls.join("\n")).toMatch(/"ItemsUnreadable":1/);
  });

  it("is read again after exactly 30 s", async () => {
    expect(verdict(await authorize())).toBe("served");
    await transact(engine.table, [revokeApiKeyWrite(await storedKey(), START)]);
    vi.setSystemTime(START + 29_999);
    expect(verdict(await authorize())).toBe("served");
    vi.setSystemTime(START + 30_000);
    expect(verdict(await authorize())).toBe("refused");
  });

  it("is read again where the clock was set back", async () => {
    expect(verdict(await authorize())).toBe("served");
    await transact(engine.table, [revokeApiKeyWrite(await storedKey(), START - 120_000)]);
    vi.setSystemTime(START - 60_000);
    expect(verdict(await authorize())).toBe("refused");
  });

  it("may be used 100 times within a second, not more", async () => {
    for (let call = 1; call <= 100; call++) {
      expect((await authorize()).context?.problem, `call ${call}`).toBeUndefined();
    }
    vi.setSystemTime(START + 999);
    expect((await authorize()).context).toMatchObject({ problem: "rate_limited" });
    vi.setSystemTime(START + 1000);
    expect((await authorize()).context?.problem).toBeUndefined();
  });

  it("has its use noted again after a minute, and writes nothing before", async () => {
    const touches = watchTouches();
    await authorize();
    await isNoted(START);
    vi.setSystemTime(START + 31_000);
    await authorize();
    vi.setSystemTime(START + 61_000);
    await authorize();
    await isNoted(START + 61_000);
    expect(touches).toEqual([
      { at: START, since: START - 60_000 },
      { at: START + 61_000, since: START + 1_000 },
    ]);
  });

  it("has its use noted exactly a minute after the last one", async () => {
    await change("lastUsedAt", START - 60_000);
    await authorize();
    await isNoted(START);
  });

  it("works where its use cannot be noted, and the log says so", async () => {
    const write = vi.spyOn(process.stdout, "write");
    const touches = watchTouches(true);
    expect(verdict(await authorize())).toBe("served");
    expect(touches).toHaveLength(1);
    await vi.waitFor(
      () => expect(write.mock.calls.join("\n")).toMatch(/"warn".*"last use of a key not noted"/),
      20_000,
    );
  });
});
