// Calls an engine in AWS's JSON protocol, without an SDK: the stack passes on what functions sent,
// byte for byte, and needs the raw DynamoDB form of stream records.
import { Pool } from "undici";
import type { Json } from "../assembly/intrinsics.ts";

export type AwsJsonClient = {
  /** @throws AwsJsonError where the engine refuses. */
  call(target: string, input: object): Promise<Record<string, Json | undefined>>;
  /** Passes a request on as it is. */
  forward(headers: Readonly<Record<string, string>>, body: Uint8Array): Promise<EngineAnswer>;
  close(): Promise<void>;
};
type EngineAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
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
  const pool = new Pool(new URL(endpoint).origin, { keepAliveTimeout: 4_000, connections: 64 });
  const authorization = `AWS4-HMAC-SHA256 Credential=local/20200101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`;
  // `dispatch` takes half the processor time of `request`, which makes a stream of each body.
  const send = (headers: Readonly<Record<string, string>>, body: Uint8Array | string) =>
    new Promise<EngineAnswer>((resolve, reject) => {
      const chunks: Buffer[] = [];
      let status = 0;
      let contentType = "application/x-amz-json-1.0";
      pool.dispatch(
        {
          path: "/",
          method: "POST",
          headers: { ...headers, authorization, "x-amz-date": "20200101T000000Z" },
          body:
            typeof body === "string"
              ? body
              : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        },
        {
          // undici tells this form of a handler from an older one by it.
          onRequestStart() {},
          onResponseStart(_controller, statusCode, answered) {
            status = statusCode;
            contentType = String(answered["content-type"] ?? contentType);
          },
          onResponseData: (_controller, chunk) => void chunks.push(chunk),
          onResponseEnd: () => resolve({ status, contentType, body: Buffer.concat(chunks) }),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
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
    close: () => pool.destroy(),
  };
}
