// Calls an engine in AWS's JSON protocol, without an SDK: the stack passes on what functions sent,
// byte for byte, and needs the raw DynamoDB form of stream records.
import type { Json } from "../assembly/intrinsics.ts";
import type { DynamoDb } from "./dynamodb-process.ts";
import { type EngineReply, openEngineSockets, UNCHECKED } from "./engine-sockets.ts";

export type AwsJsonClient = {
  /** @throws AwsJsonError where the engine refuses. */
  call(target: string, input: object): Promise<Record<string, Json | undefined>>;
  /** Passes a request on as it is. */
  forward(headers: Readonly<Record<string, string>>, body: Uint8Array): Promise<EngineReply>;
};

export class AwsJsonError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

export function createAwsJsonClient({
  endpoint,
  embedded,
}: Pick<DynamoDb, "endpoint" | "embedded">): AwsJsonClient {
  // Another engine may answer in ways that only a whole HTTP client reads.
  const post = embedded ? openEngineSockets(endpoint).post : postByFetch(endpoint);
  return {
    forward: (headers, body) => post({ ...UNCHECKED, ...headers }, body),
    async call(target, input) {
      const { status, body } = await post(
        { ...UNCHECKED, "x-amz-target": target },
        JSON.stringify(input),
      );
      const answer: unknown = body.length === 0 ? {} : JSON.parse(body.toString());
      const object = (answer ?? {}) as Record<string, Json | undefined>;
      if (status === 200) return object;
      const code =
        String(object.__type ?? status)
          .split("#")
          .at(-1) ?? "";
      throw new AwsJsonError(code, String(object.message ?? object.Message ?? ""));
    },
  };
}

function postByFetch(endpoint: string) {
  return async (
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
  ): Promise<EngineReply> => {
    const bytes = typeof body === "string" ? body : new Uint8Array(body);
    const reply = await fetch(endpoint, { method: "POST", headers, body: bytes });
    return {
      status: reply.status,
      contentType: reply.headers.get("content-type") ?? UNCHECKED["content-type"],
      body: Buffer.from(await reply.arrayBuffer()),
    };
  };
}
