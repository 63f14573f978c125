import http, { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateTableCommand,
} from "@aws-sdk/client-dynamodb";
import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { AwsSdkSigV4Signer } from "@aws-sdk/core/httpAuthSchemes";
import { HttpRequest } from "@smithy/core/protocols";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { SignatureV4 } from "@smithy/signature-v4";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Sha256 } from "../../../lib/cloud/aws-client.ts";
import { ensureAssembly } from "../../../lib/local/build/build-cache.ts";
import { shortenRequests } from "../../../lib/local/lambda/direct-requests.ts";
import { takeTableRequests } from "../../../lib/local/lambda/direct-table.ts";

const TABLE = {
  name: "t",
  arn: "arn:aws:dynamodb:eu-central-1:000000000000:table/t",
  attributes: [],
  keys: [{ AttributeName: "pk", KeyType: "HASH" as const }],
  indexes: [],
  streamView: null,
};
const granted = {
  name: "granted",
  roleName: "role",
  statements: [
    {
      effect: "Allow" as const,
      actions: ["dynamodb:GetItem", "dynamodb:PutItem"],
      resources: [TABLE.arn],
      exceptResources: false,
      conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["ORDER#*"] } },
    },
  ],
};

/** In place of a status: the engine ends the connection, or never answers. */
const ENDED = 0;
const NEVER = -1;
const REFUSED = '{"__type":"ValidationException","message":"no"}';
const original = http.request;
const servers: Server[] = [];
/** By HTTP nobody comes to the front door. */
const seen = { door: [] as string[], engine: [] as string[], http: [] as string[] };
const written: (readonly string[])[] = [];
let asked: object = {};
let engineStatus = 200;
let doorStatus = 200;
let doorUrl = "";

async function listen(place: keyof typeof seen, status: () => number): Promise<string> {
  const server = createServer((request, response) => {
    seen[place].push(String(request.headers["x-amz-target"]).split(".")[1] ?? "");
    request.resume().on("end", () => {
      if (status() === NEVER) return;
      if (status() === ENDED) return void request.socket.destroy();
      const body = status() === 200 ? "{}" : REFUSED;
      response.writeHead(status(), { "content-length": body.length }).end(body);
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  doorUrl = await listen("http", () => 200);
  const engineUrl = await listen("engine", () => engineStatus);
  const data = { frontDoorUrl: doorUrl, engineUrl, tables: [TABLE] };
  const table = takeTableRequests(
    new Map([["granted", granted]]),
    (now) => written.push(now),
    async ({ authorization, target, contentType, body }) => {
      seen.door.push(target.split(".")[1] ?? "");
      asked = { authorization, contentType, body };
      return { status: doorStatus, contentType, body: doorStatus === 200 ? "{}" : REFUSED };
    },
  );
  table.serve(data);
  shortenRequests(ShortSigner, ShortHandler, table);
});
afterAll(() => {
  http.request = original;
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  engineStatus = doorStatus = 200;
  for (const list of [seen.door, seen.engine, seen.http, written]) list.length = 0;
});

/** The SDK's own stay as they are for other tests. */
class ShortSigner extends AwsSdkSigV4Signer {}
class ShortHandler extends NodeHttpHandler {}

const client = (id: string, endpoint = doorUrl) =>
  new DynamoDBClient({
    endpoint,
    region: "eu-central-1",
    credentials: { accessKeyId: id, secretAccessKey: "local" },
    maxAttempts: 1,
  });
const put = (pk: string) => new PutItemCommand({ TableName: "t", Item: { pk: { S: pk } } });
const get = (pk: string) => new GetItemCommand({ TableName: "t", Key: { pk: { S: pk } } });

it("sends what the role grants straight to the engine, and tells of writes only", async () => {
  await client("granted").send(get("ORDER#1"));
  expect(written).toEqual([]);
  await client("granted").send(put("ORDER#1"));
  expect(written).toEqual([["t"]]);
  expect(seen).toEqual({ door: [], engine: ["GetItem", "PutItem"], http: [] });
});

it.each([
  ["a key outside the grant", () => client("granted").send(put("OTHER#1"))],
  ["an unknown caller", () => client("stranger").send(put("ORDER#1"))],
  [
    "an operation that the stack does not know",
    () => client("granted").send(new UpdateTableCommand({ TableName: "t" })),
  ],
])("leaves %s to the front door", async (_what, call) => {
  await call();
  expect(seen).toMatchObject({ engine: [], http: [] });
  expect(seen.door).toHaveLength(1);
  expect(written).toEqual([]);
});

it("asks the front door for other services, and gives the SDK its answer and its refusal", async () => {
  const { credentials, ...place } = {
    ...{ endpoint: doorUrl, region: "eu-central-1", maxAttempts: 1 },
    credentials: { accessKeyId: "granted", secretAccessKey: "local" },
  };
  const queues = new SQSClient({ ...place, credentials });
  const count = new GetQueueAttributesCommand({ QueueUrl: `${doorUrl}/queue` });
  await queues.send(count);
  expect(asked).toMatchObject({
    authorization: expect.stringContaining("Credential=granted/"),
    contentType: "application/x-amz-json-1.0",
    body: JSON.stringify(count.input),
  });
  doorStatus = 400;
  await expect(queues.send(count)).rejects.toThrow("no");
  expect(seen).toEqual({
    door: ["GetQueueAttributes", "GetQueueAttributes"],
    engine: [],
    http: [],
  });
});

it("leaves requests to other addresses alone", async () => {
  const elsewhere = await listen("http", () => 200);
  await client("granted", elsewhere).send(put("ORDER#1"));
  expect(seen).toEqual({ door: [], engine: [], http: ["PutItem"] });
});

it("passes on the engine's refusal, which has written nothing", async () => {
  engineStatus = 400;
  await expect(client("granted").send(put("ORDER#1"))).rejects.toThrow("no");
  expect(written).toEqual([]);
});

it("fails as a reset connection where the engine ends it, which the SDK repeats", async () => {
  engineStatus = ENDED;
  await expect(client("granted").send(put("ORDER#1"))).rejects.toMatchObject({
    code: "ECONNRESET",
  });
  expect(written).toEqual([]);
});

it("ends a request that its caller gives up", async () => {
  engineStatus = NEVER;
  const gone = new AbortController();
  const sent = client("granted").send(put("ORDER#1"), { abortSignal: gone.signal });
  await expect.poll(() => seen.engine).toEqual(["PutItem"]);
  gone.abort();
  await expect(sent).rejects.toMatchObject({ name: "AbortError" });
});

describe("a request that is shortened", () => {
  const signature = new SignatureV4({
    service: "dynamodb",
    region: "eu-central-1",
    credentials: { accessKeyId: "granted", secretAccessKey: "local" },
    sha256: Sha256,
  });
  beforeEach(() => vi.stubEnv("AWS_ACCESS_KEY_ID", "granted"));
  afterEach(() => vi.unstubAllEnvs());

  async function send(operation: string, pk: string, options: { abortSignal?: AbortSignal } = {}) {
    const { hostname, port, host } = new URL(doorUrl);
    const headers = { host, "x-amz-target": operation, "content-type": "text/plain" };
    const body = JSON.stringify({ TableName: "t", Key: { pk: { S: pk } } });
    const to = { protocol: "http:", hostname, port: Number(port), method: "POST" };
    const request = new HttpRequest({ ...to, headers, body });
    const properties = {
      config: { systemClockOffset: 0, signer: async () => signature },
      context: {},
    };
    const signed = await new ShortSigner().sign(request, {} as never, properties);
    const { response } = await new ShortHandler().handle(signed as HttpRequest, options);
    return { status: response.statusCode, isSigned: "authorization" in signed.headers };
  }
  const READ = "DynamoDB_20120810.GetItem";

  it("goes to the engine without a signature where the role grants it", async () => {
    expect(await send(READ, "ORDER#1")).toEqual({ status: 200, isSigned: false });
    expect(seen).toEqual({ door: [], engine: ["GetItem"], http: [] });
    engineStatus = 400;
    expect(await send(READ, "ORDER#1")).toEqual({ status: 400, isSigned: false });
  });

  it("is signed and goes to the front door where the role doesn't grant it", async () => {
    doorStatus = 400;
    expect(await send(READ, "OTHER#1")).toMatchObject({ status: 400 });
    expect(asked).toMatchObject({ authorization: expect.stringContaining("Signature=") });
    expect(seen).toEqual({ door: ["GetItem"], engine: [], http: [] });
  });

  it("is signed where its caller may give it up, or where it asks another service", async () => {
    const { signal: abortSignal } = new AbortController();
    expect(await send(READ, "OTHER#1", { abortSignal })).toMatchObject({ status: 200 });
    expect(await send("AmazonSQS.SendMessage", "OTHER#1")).toEqual({ status: 200, isSigned: true });
    expect(seen).toEqual({ door: ["GetItem", "SendMessage"], engine: [], http: [] });
  });

  it("finds the SDK's classes in the files of functions, which read no variable while they are loaded", async () => {
    const root = join(import.meta.dirname, "..", "..", "..");
    const assembly = await ensureAssembly(root, "dev", "local");
    const require = createRequire(import.meta.url);
    for (const name of ["checkouts", "documents", "others"]) {
      const file = require(join(assembly, `functions/together/${name}.cjs`));
      expect(file.AwsSdkSigV4Signer.prototype.sign).toBeTypeOf("function");
      expect(file.NodeHttpHandler.prototype.handle).toBeTypeOf("function");
    }
  });
});
