import { createHash, createHmac } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { LEAN, lean, Sha256 } from "../../lib/cloud/lean-sdk.ts";
import { eventBridge, secretsManager, sns, sqs, table } from "../../lib/pipeline/deps.ts";
import { TestServers } from "../support/test-servers.ts";

const UNUSED = /^(?:loggerMiddleware|getUserAgentMiddleware)\b/;
const unusedSteps = (client: { middlewareStack: { identify(): string[] } }) =>
  client.middlewareStack.identify().filter((step) => UNUSED.test(step));
const GET = { TableName: "t", Key: { pk: { S: "1" } } };

type Step = (args: { readonly request: { readonly headers: object } }) => unknown;
/** Else each request has a random one, which is signed. */
const sameId = (next: Step): Step => {
  return (args) => {
    Object.assign(args.request.headers, { "amz-sdk-invocation-id": "1" });
    return next(args);
  };
};

const servers = new TestServers();
beforeAll(() => {
  vi.stubEnv("AWS_REGION", "local");
  vi.stubEnv("TABLE_NAME", "t");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  return () => void vi.unstubAllEnvs();
});
afterEach(() => {
  servers.close();
  vi.useRealTimers();
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
  await expect(client.send(new GetItemCommand(GET) as never)).rejects.toThrow("not sent");
  expect(Object.keys(headers)).toContain("authorization");
  expect(Object.keys(headers).filter((name) => name.includes("user-agent"))).toEqual([]);
});

describe("a lean client", () => {
  const answered: RequestListener = (request, response) => {
    request.resume();
    // The test's own time: by another one a client would correct its clock, each in another second.
    response.setHeader("date", new Date().toUTCString());
    response.end("{}");
  };
  let secretAccessKey = "first";
  /** They expire at once, so each request asks for them. */
  const credentials = async () => ({
    ...{ accessKeyId: "AKIA", secretAccessKey },
    expiration: new Date(0),
  });

  /** Two clients of one server, with what it saw of the last request. */
  async function clients(answer: RequestListener) {
    const seen: { headers: Record<string, unknown> } = { headers: {} };
    const server = createServer((request, response) => {
      seen.headers = request.headers;
      answer(request, response);
    });
    const endpoint = `http://127.0.0.1:${await servers.listen(server)}`;
    const settings = { endpoint, credentials };
    const ours = lean(new DynamoDBClient({ ...settings, ...LEAN }));
    const plain = new DynamoDBClient(settings);
    for (const client of [ours, plain]) {
      client.middlewareStack.addRelativeTo(sameId as never, {
        name: "sameId",
        relation: "before",
        toMiddleware: "httpSigningMiddleware",
      });
    }
    return { ours, plain, seen };
  }

  it("signs as the SDK does, also after the credentials have changed", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-26T12:00:00Z") });
    const { ours, plain, seen } = await clients(answered);
    const signatureBy = async (client: DynamoDBClient) => {
      client.middlewareStack.remove("getUserAgentMiddleware");
      await client.send(new GetItemCommand(GET));
      return String(seen.headers.authorization);
    };
    const first = await signatureBy(ours);
    expect(first).toMatch(/Signature=[0-9a-f]{64}$/);
    expect(first).toBe(await signatureBy(plain));
    secretAccessKey = "second";
    const second = await signatureBy(ours);
    expect(second).toBe(await signatureBy(plain));
    expect(second).not.toBe(first);
  });

  it("corrects its clock by what AWS answers, and signs anew", async () => {
    const now = Date.parse("2026-11-26T12:00:00Z");
    vi.useFakeTimers({ toFake: ["Date"], now });
    const times: unknown[] = [];
    const { ours } = await clients((request, response) => {
      request.resume();
      times.push(request.headers["x-amz-date"]);
      response.setHeader("date", new Date(now + 3_600_000).toUTCString());
      const isFirst = times.length === 1;
      response.writeHead(isFirst ? 400 : 200);
      response.end(isFirst ? '{"__type":"com.amazon.coral.service#RequestExpired"}' : "{}");
    });
    await ours.send(new GetItemCommand(GET));
    expect(times).toEqual(["20261126T120000Z", "20261126T130000Z"]);
  });

  it("reads an answer that comes in parts, and repeats a request whose answer breaks off", async () => {
    let requests = 0;
    const { ours } = await clients((request, response) => {
      request.resume();
      requests += 1;
      response.writeHead(200, { "content-length": 29 });
      response.write('{"Item":{"pk":');
      setImmediate(() => (requests === 1 ? response.destroy() : response.end('{"S":"found"}}}')));
    });
    const { Item } = await ours.send(new GetItemCommand(GET));
    expect(Item).toEqual({ pk: { S: "found" } });
    expect(requests).toBe(2);
  });
});

describe("its SHA-256", () => {
  const forms = [Buffer.from("key"), new Uint8Array([1, 2, 3]), "é", new ArrayBuffer(4)];
  const bytesOf = (form: (typeof forms)[number]) =>
    typeof form === "string" ? Buffer.from(form) : Buffer.from(form as ArrayBuffer);

  it.each(forms)("is Node's, with and without a secret", async (form) => {
    const ofNode = createHash("sha256").update(bytesOf(form)).digest("hex");
    const ofNodeWithSecret = createHmac("sha256", bytesOf(form))
      .update(bytesOf(form))
      .digest("hex");
    const digest = async (hash: Sha256) => {
      hash.update(form);
      return Buffer.from(await hash.digest()).toString("hex");
    };
    expect(await digest(new Sha256())).toBe(ofNode);
    expect(await digest(new Sha256(form))).toBe(ofNodeWithSecret);
  });
});
