import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  EventBridgeClient as SdkBus,
  PutEventsCommand as SdkPut,
} from "@aws-sdk/client-eventbridge";
import {
  GetSecretValueCommand as SdkGetSecret,
  SecretsManagerClient as SdkSecrets,
} from "@aws-sdk/client-secrets-manager";
import { SQSClient as SdkQueues, SendMessageCommand as SdkSend } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, GetCommand as SdkGet } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { AwsError, Sha256 } from "../../lib/cloud/aws-client.ts";
import {
  DeleteMessageCommand,
  EventBridgeClient,
  GetSecretValueCommand,
  PutEventsCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  SendMessageCommand,
  SQSClient,
} from "../../lib/cloud/aws-services.ts";
import { DocumentClient, GetCommand, TransactWriteCommand } from "../../lib/cloud/dynamodb.ts";
import { TestServers } from "../support/test-servers.ts";

const NOW = Date.parse("2026-11-26T12:00:00Z");
const get = () => new GetCommand({ TableName: "t", Key: { pk: "1" } });

interface Seen {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}
const seen: Seen[] = [];
const servers = new TestServers();
let answer: RequestListener;
let endpoint = "";

beforeAll(async () => {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body: unknown = JSON.parse(Buffer.concat(parts).toString());
    seen.push({ path: request.url, headers: request.headers, body });
    answer(request, response);
  });
  endpoint = `http://127.0.0.1:${await servers.listen(server)}`;
});
afterAll(() => servers.close());
afterEach(() => {
  seen.length = 0;
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const says =
  (status: number, body: object | string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers);
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
/** Each answer once; the last one from then on. */
function inTurn(...answers: RequestListener[]): RequestListener {
  return (request, response) => {
    const [next = says(500, {})] = answers.length > 1 ? answers.splice(0, 1) : answers;
    next(request, response);
  };
}

const access = () => ({
  endpoint,
  region: "eu-west-1",
  credentials: { accessKeyId: "AKIA", secretAccessKey: "secret", sessionToken: "token" },
});

describe("a request", () => {
  const queue = () => `${endpoint}/000000000000/queue`;
  it.each([
    [
      "DynamoDB",
      () => new DocumentClient(access()).send(get()),
      () =>
        DynamoDBDocumentClient.from(new DynamoDBClient(access())).send(
          new SdkGet({ TableName: "t", Key: { pk: "1" } }),
        ),
    ],
    [
      "SQS",
      () =>
        new SQSClient(access()).send(
          new SendMessageCommand({ QueueUrl: queue(), MessageBody: "ሰላም" }),
        ),
      () =>
        // Its own check of the answer's MD5 is not ours.
        new SdkQueues({ ...access(), md5: false }).send(
          new SdkSend({ QueueUrl: queue(), MessageBody: "ሰላም" }),
        ),
    ],
    [
      "EventBridge",
      () => new EventBridgeClient(access()).send(new PutEventsCommand({ Entries: [] })),
      () => new SdkBus(access()).send(new SdkPut({ Entries: [] })),
    ],
    [
      "Secrets Manager",
      () => new SecretsManagerClient(access()).send(new GetSecretValueCommand({ SecretId: "s" })),
      () => new SdkSecrets(access()).send(new SdkGetSecret({ SecretId: "s" })),
    ],
  ])("to %s is the SDK's, but for what describes the SDK", async (_, ours, theirs) => {
    answer = says(200, {});
    await ours();
    await theirs();
    const [mine, sdks] = seen.map(({ path, headers, body }) => {
      const {
        "amz-sdk-invocation-id": id,
        "user-agent": _agent,
        "x-amz-user-agent": _agents,
        "x-amz-date": time,
        "x-amzn-query-mode": _mode,
        authorization = "",
        ...rest
      } = headers;
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(time).toMatch(/^\d{8}T\d{6}Z$/);
      const [, scope] = /Credential=AKIA\/\d{8}\/(\S+), SignedHeaders=/.exec(authorization) ?? [];
      return { ...rest, scope, path, body };
    });
    expect(mine).toEqual(sdks);
  });

  it("goes to the host of its queue", async () => {
    answer = says(200, {});
    await new SQSClient({ ...access(), endpoint: "http://127.0.0.1:1" }).send(
      new SendMessageCommand({ QueueUrl: queue(), MessageBody: "" }),
    );
    expect(seen[0]?.path).toBe("/");
  });

  it("goes below the path of its endpoint, as the SDK's", async () => {
    answer = says(200, {});
    const below = { ...access(), endpoint: `${endpoint}/proxy` };
    await new EventBridgeClient(below).send(new PutEventsCommand({ Entries: [] }));
    await new SdkBus(below).send(new SdkPut({ Entries: [] }));
    expect(seen.map(({ path }) => path)).toEqual(["/proxy/", "/proxy/"]);
  });

  it.each([
    ["", () => ({ own: endpoint, url: "http://127.0.0.1:1" })],
    [", where an empty variable says nothing", () => ({ own: "", url: endpoint })],
  ])("takes what it isn't told from the environment, as a function's%s", async (_, endpoints) => {
    const { own, url } = endpoints();
    answer = inTurn((_, response) => response.destroy(), says(200, {}));
    vi.stubEnv("AWS_ENDPOINT_URL", url);
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", own);
    vi.stubEnv("AWS_MAX_ATTEMPTS", "");
    vi.stubEnv("AWS_REGION", "af-south-1");
    vi.stubEnv("AWS_ACCESS_KEY_ID", "ASIA");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
    vi.stubEnv("AWS_SESSION_TOKEN", "session");
    vi.stubEnv("AWS_LAMBDA_FUNCTION_NAME", "f");
    vi.stubEnv("_X_AMZN_TRACE_ID", "Root=1");
    await new DocumentClient().send(get());
    expect(seen[0]?.headers).toMatchObject({
      authorization: expect.stringMatching(/Credential=ASIA\/\d+\/af-south-1\/dynamodb\//),
      "x-amz-security-token": "session",
      "x-amzn-trace-id": "Root=1",
    });
  });

  it.each([
    ["a region", { AWS_REGION: undefined }, "AWS_REGION"],
    ["credentials", { AWS_SECRET_ACCESS_KEY: "" }, "credentials"],
  ])("is not sent without %s", async (_, variables, named) => {
    answer = says(200, {});
    const all = { AWS_REGION: "r", AWS_ACCESS_KEY_ID: "A", AWS_SECRET_ACCESS_KEY: "s" };
    for (const [name, value] of Object.entries({ ...all, ...variables })) vi.stubEnv(name, value);
    await expect(new DocumentClient({ endpoint }).send(get())).rejects.toThrow(named);
    expect(seen).toEqual([]);
  });

  it("has the credentials of its moment", async () => {
    answer = says(200, {});
    let accessKeyId = "FIRST";
    const credentials = async () => ({
      ...{ accessKeyId, secretAccessKey: "s" },
      expiration: new Date(0),
    });
    const client = new DocumentClient({ ...access(), credentials });
    await client.send(get());
    accessKeyId = "SECOND";
    await client.send(get());
    const [first, second] = seen.map(({ headers }) => headers.authorization);
    expect(first).toContain("Credential=FIRST/");
    expect(second).toContain("Credential=SECOND/");
  });
});

describe("an answer", () => {
  const client = () => new DocumentClient(access());

  it("that comes in parts is read whole, and one that breaks off is asked for again", async () => {
    let requests = 0;
    answer = (_, response) => {
      requests += 1;
      response.writeHead(200, { "content-length": 29 });
      response.write('{"Item":{"pk":');
      setImmediate(() => (requests === 1 ? response.destroy() : response.end('{"S":"found"}}}')));
    };
    const { Item } = await client().send(get());
    expect(Item).toEqual({ pk: "found" });
    expect(requests).toBe(2);
  });

  it.each([
    ["a failure of AWS", 500, { __type: "InternalServerError" }],
    ["throttling", 400, { __type: "com.amazonaws.dynamodb.v20120810#ThrottlingException" }],
    ["a proxy's page", 502, "<html>Bad gateway</html>"],
  ])("of %s is asked for again, with the same token", async (_, status, body) => {
    vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true, advanceTimeDelta: 500 });
    answer = inTurn(says(status, body), says(200, {}));
    await client().send(new TransactWriteCommand({ TransactItems: [] }));
    const tokens = seen.map(
      ({ body: sent }) => (sent as Record<string, unknown>).ClientRequestToken,
    );
    expect(tokens).toHaveLength(2);
    expect(tokens[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(tokens[1]).toBe(tokens[0]);
  });

  it("that AWS's clock differs is signed anew by that clock", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const date = new Date(NOW + 3_600_000).toUTCString();
    const expired = { __type: "com.amazon.coral.service#RequestExpired" };
    answer = inTurn(says(400, expired, { date }), says(200, {}, { date }));
    await client().send(get());
    const times = seen.map(({ headers }) => headers["x-amz-date"]);
    expect(times).toEqual(["20261126T120000Z", "20261126T130000Z"]);
  });

  it.each([
    ["in its body", { __type: "a#AccessDeniedException", Message: "not you" }, {}],
    [
      "in a header",
      { message: "not you" },
      { "x-amzn-errortype": "AccessDeniedException:http://x" },
    ],
  ])("that refuses is an error with AWS's code %s, after one request", async (_, body, headers) => {
    answer = says(400, body, { "x-amzn-requestid": "id", ...headers });
    const error = await client()
      .send(get())
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AwsError);
    expect(error).toMatchObject({
      name: "AccessDeniedException",
      message: "not you",
      $metadata: { httpStatusCode: 400, requestId: "id" },
    });
    expect(JSON.stringify(error)).not.toContain("statusCode");
    expect(seen).toHaveLength(1);
  });

  it.each(["<html>Welcome to the hotel's network</html>", "", "null", "[]", '"{}"', '{"Item":'])(
    "that is no object of JSON is an error, never an empty answer: %s",
    async (body) => {
      answer = says(200, body);
      await expect(client().send(get())).rejects.toThrow(SyntaxError);
    },
  );

  it("is empty where SQS has nothing to say, and nowhere else", async () => {
    answer = says(200, "");
    const queues = new SQSClient(access());
    const message = { QueueUrl: `${endpoint}/0/q`, ReceiptHandle: "h", MessageBody: "" };
    expect(await queues.send(new DeleteMessageCommand(message))).not.toHaveProperty("MessageId");
    await expect(queues.send(new SendMessageCommand(message))).rejects.toThrow(SyntaxError);
  });

  it("is not waited for after its caller has given up", async () => {
    const gone = new AbortController();
    answer = () => gone.abort();
    const sent = client().send(get(), { abortSignal: gone.signal });
    await expect(sent).rejects.toMatchObject({ name: "AbortError" });
    expect(seen).toHaveLength(1);
  });

  it("to a new version of a secret that was lost makes no second version", async () => {
    answer = inTurn((_, response) => response.destroy(), says(200, {}));
    const secrets = new SecretsManagerClient(access());
    await secrets.send(new PutSecretValueCommand({ SecretId: "s", SecretString: "1" }));
    const [first, second] = seen.map(({ body }) => body as Record<string, unknown>);
    expect(second?.ClientRequestToken).toBe(first?.ClientRequestToken);
    expect(first?.ClientRequestToken).toMatch(/^[0-9a-f-]{36}$/);
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
