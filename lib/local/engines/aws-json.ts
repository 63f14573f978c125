// Calls an engine in AWS's JSON protocol, without an SDK: the stack passes on what functions sent,
// byte for byte, and needs the raw DynamoDB form of stream records.
import { Agent, type Dispatcher } from "undici";
import type { Json } from "../assembly/intrinsics.ts";

export type AwsJsonClient = {
  /** @throws AwsJsonError where the engine refuses. */
  call(target: string, input: object): Promise<Record<string, Json | undefined>>;
  /** Passes a request on as it is. */
  forward(
    headers: Readonly<Record<string, string>>,
    body: Uint8Array,
  ): Promise<{ status: number; contentType: string; body: Buffer }>;
  close(): Promise<void>;
};

export class AwsJsonError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** `service` as in a credential scope, e.g. `dynamodb`. */
export function createAwsJsonClient(
  endpoint: string,
  service: string,
  region: string,
): AwsJsonClient {
  const agent = new Agent({ keepAliveTimeout: 4_000, pipelining: 1, connections: 64 });
  const authorization = `AWS4-HMAC-SHA256 Credential=local/20200101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`;
  const send = async (headers: Readonly<Record<string, string>>, body: Uint8Array | string) => {
    const response: Dispatcher.ResponseData = await agent.request({
      origin: new URL(endpoint).origin,
      path: "/",
      method: "POST",
      headers: { ...headers, authorization, "x-amz-date": "20200101T000000Z" },
      body:
        typeof body === "string"
          ? body
          : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    });
    const contentType = response.headers["content-type"];
    return {
      status: response.statusCode,
      contentType: typeof contentType === "string" ? contentType : "application/x-amz-json-1.0",
      body: Buffer.from(await response.body.arrayBuffer()),
    };
  };
  return {
    forward: send,
    async call(target, input) {
      const response = await send(
        { "content-type": "application/x-amz-json-1.0", "x-amz-target": target },
        JSON.stringify(input),
      );
      const answer: unknown =
        response.body.length === 0 ? {} : JSON.parse(response.body.toString());
      const object = (answer ?? {}) as Record<string, Json | undefined>;
      if (response.status === 200) return object;
      const code =
        String(object.__type ?? response.status)
          .split("#")
          .at(-1) ?? "";
      throw new AwsJsonError(code, String(object.message ?? object.Message ?? ""));
    },
    close: () => agent.destroy(),
  };
}
