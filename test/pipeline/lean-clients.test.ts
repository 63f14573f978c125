import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { beforeAll, expect, it, vi } from "vitest";
import { eventBridge, secretsManager, sns, sqs, table } from "../../lib/pipeline/deps.ts";

const UNUSED = /^(?:loggerMiddleware|getUserAgentMiddleware)\b/;
const unusedSteps = (client: { middlewareStack: { identify(): string[] } }) =>
  client.middlewareStack.identify().filter((step) => UNUSED.test(step));

beforeAll(() => {
  vi.stubEnv("AWS_REGION", "local");
  vi.stubEnv("TABLE_NAME", "t");
  return () => void vi.unstubAllEnvs();
});

it("leaves out steps that the SDK still has, in every client", () => {
  expect(unusedSteps(new DynamoDBClient({}))).toHaveLength(2);
  for (const client of [table().client, sqs(), eventBridge(), secretsManager(), sns()]) {
    expect(unusedSteps(client)).toEqual([]);
  }
});

it("sends signed requests without the headers that describe the SDK", async () => {
  const { client } = table();
  let headers: Readonly<Record<string, string>> = {};
  client.config.requestHandler = {
    ...client.config.requestHandler,
    handle: async (request: { headers: Record<string, string> }) => {
      headers = request.headers;
      throw new Error("not sent");
    },
  } as never;
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  const get = new GetItemCommand({ TableName: "t", Key: { pk: { S: "1" } } });
  await expect(client.send(get as never)).rejects.toThrow("not sent");
  expect(Object.keys(headers)).toContain("authorization");
  expect(Object.keys(headers).filter((name) => name.includes("user-agent"))).toEqual([]);
});
