import {
  createHash,
  createHmac,
  createSecretKey,
  type Hash,
  type Hmac,
  randomUUID,
} from "node:crypto";
import type { Readable } from "node:stream";
import { AwsSdkSigV4Signer } from "@aws-sdk/core/httpAuthSchemes";
import { HttpRequest, type HttpResponse } from "@smithy/core/protocols";
import { retryMiddleware, StandardRetryStrategy } from "@smithy/core/retry";
import { NodeHttpHandler, type NodeHttpHandlerOptions } from "@smithy/node-http-handler";
import { SignatureV4 } from "@smithy/signature-v4";
import { type AwsCredentialIdentity, type Provider, SMITHY_CONTEXT_KEY } from "@smithy/types";

// Clients of AWS, put together from the parts of the AWS SDK: its signer, which also corrects the clock, its retries and its
// HTTP client. Left out are its models of each service, with which it writes and reads JSON, and its endpoint
// rules: half of a function's code, and half of a request's processor time (docs/decisions/cost.md).

/** Settings of a client. All others come from the environment. */
export interface AwsClientSettings {
  /** `AWS_REGION` unless given. */
  readonly region?: string;
  /** `AWS_ENDPOINT_URL_<service>`, `AWS_ENDPOINT_URL` or the region's own unless given. */
  readonly endpoint?: string;
  /** Those of the environment unless given. A function is called for each signature. */
  readonly credentials?: AwsCredentialIdentity | Provider<AwsCredentialIdentity>;
  /** The first one included; what the SDK makes for the service unless given. */
  readonly maxAttempts?: number;
  readonly requestHandler?: NodeHttpHandlerOptions;
}

/** How to reach a service. */
interface Service {
  /** As in its host name and in signatures. */
  readonly name: string;
  /** The end of the variable with its endpoint, as the SDK has it. */
  readonly variable: string;
  /** What stands before an operation in the header `x-amz-target`. */
  readonly target: string;
  readonly contentType: "application/x-amz-json-1.0" | "application/x-amz-json-1.1";
  readonly maxAttempts: number;
  /** What the first retry waits at most, ms. */
  readonly firstPauseMs: number;
}

/** One operation with its input. */
export abstract class Command<Input extends object, Output extends object> {
  /** As AWS names it, such as `GetItem`. */
  abstract readonly operation: string;
  /** Carries the answer's type; it never has a value. */
  declare readonly answer: Output;
  readonly input: Input;
  constructor(input: Input) {
    this.input = input;
  }
}

/** An input with its own token: an attempt whose response was lost is not applied twice. */
export function withToken<Input extends { ClientRequestToken?: string | undefined }>(
  input: Input,
): Input {
  return input.ClientRequestToken === undefined
    ? { ...input, ClientRequestToken: randomUUID() }
    : input;
}

/** An error that AWS answered. Its `name` is AWS's code, such as `ThrottlingException`. */
export class AwsError extends Error {
  override readonly name: string;
  readonly $metadata: { readonly httpStatusCode?: number; readonly requestId?: string | undefined };
  /** Where the SDK's parts look for the time and for `Retry-After`. Not enumerable, so that no log has it. */
  declare readonly $response: HttpResponse | undefined;
  constructor(name: string, { message, $metadata, $response }: ErrorFacts) {
    super(message);
    this.name = name;
    this.$metadata = $metadata;
    Object.defineProperty(this, "$response", { value: $response });
  }
}

/** What an error is made of, as the SDK's errors are. */
export interface ErrorFacts {
  readonly message: string;
  readonly $metadata: AwsError["$metadata"];
  readonly $response?: HttpResponse;
}

/** What AWS answers, read from JSON. */
export type Answer = Record<string, unknown> & { $metadata: object };

/** A client of a service whose operations are JSON. */
export abstract class AwsClient {
  readonly #service: Service;
  readonly #settings: AwsClientSettings;
  readonly #handler: NodeHttpHandler;
  readonly #signer = new AwsSdkSigV4Signer();
  /** By how much this clock is wrong, ms; the signer reads and sets it. */
  readonly #clock = {
    systemClockOffset: 0,
    signer: async () => (this.#signature ??= this.#sign()),
  };
  readonly #retry: ReturnType<typeof retryMiddleware>;
  #signature: SignatureV4 | undefined;
  #ownUrl: URL | undefined;

  constructor(service: Service, settings: AwsClientSettings) {
    this.#service = service;
    this.#settings = settings;
    this.#handler = new NodeHttpHandler(settings.requestHandler);
    const maxAttempts = async () => this.maxAttempts;
    const strategy = new StandardRetryStrategy({
      maxAttempts: this.maxAttempts,
      baseDelay: service.firstPauseMs,
    });
    this.#retry = retryMiddleware({ maxAttempts, retryStrategy: async () => strategy });
  }

  /** The first one included. */
  get maxAttempts(): number {
    const { AWS_MAX_ATTEMPTS: limit } = process.env;
    return this.#settings.maxAttempts ?? Number(limit || this.#service.maxAttempts);
  }

  /**
   * Sends a command. Repeats it as the SDK does: where a connection breaks or takes too long, or AWS fails or throttles.
   *
   * @throws AwsError, or the error of the connection, of the last attempt
   */
  async send<Output extends object>(
    { operation, input }: Command<object, Output>,
    options: { readonly abortSignal?: AbortSignal | undefined } = {},
  ): Promise<Output> {
    return (await this.call(operation, input, options.abortSignal)) as Output;
  }

  /** Closes its connections. */
  destroy(): void {
    this.#handler.destroy();
  }

  /** Sends an input as it is, and returns the answer as it came. */
  protected async call(
    operation: string,
    input: object,
    abortSignal: AbortSignal | undefined,
  ): Promise<Answer> {
    const request = this.#requestOf(operation, JSON.stringify(input), this.urlOf(input));
    const exchanged = this.#retry<Answer>(
      () => this.#exchange(request, abortSignal),
      abortSignal === undefined ? {} : { [SMITHY_CONTEXT_KEY]: { abortSignal } },
    );
    return (await exchanged({ input, request })).output;
  }

  /** Where an input is sent to. */
  protected urlOf(_input: object): URL {
    this.#ownUrl ??= new URL(this.#endpoint());
    return this.#ownUrl;
  }

  /** The error for what AWS answered. */
  protected errorOf(code: string, facts: ErrorFacts, _answer: object): AwsError {
    return new AwsError(code, facts);
  }

  #endpoint(): string {
    const { endpoint } = this.#settings;
    const { name, variable } = this.#service;
    const { [`AWS_ENDPOINT_URL_${variable}`]: own, AWS_ENDPOINT_URL: shared } = process.env;
    // An empty variable says nothing.
    return endpoint || own || shared || `https://${name}.${this.#region()}.amazonaws.com/`;
  }

  #region(): string {
    const region = this.#settings.region ?? process.env.AWS_REGION;
    if (!region) throw new Error("AWS_REGION is not set.");
    return region;
  }

  #sign(): SignatureV4 {
    return new SignatureV4({
      service: this.#service.name,
      region: this.#region(),
      credentials: this.#settings.credentials ?? environmentCredentials,
      sha256: Sha256,
    });
  }

  #requestOf(operation: string, body: string, url: URL): HttpRequest {
    const { AWS_LAMBDA_FUNCTION_NAME: isLambda, _X_AMZN_TRACE_ID: trace } = process.env;
    const headers = {
      host: url.host,
      "content-type": this.#service.contentType,
      "content-length": String(Buffer.byteLength(body)),
      "x-amz-target": `${this.#service.target}.${operation}`,
      // By it AWS stops functions that call each other in a circle.
      ...(isLambda && trace ? { "x-amzn-trace-id": trace } : {}),
    };
    const { protocol, hostname, pathname } = url;
    const path = pathname.endsWith("/") ? pathname : `${pathname}/`;
    const port = url.port === "" ? {} : { port: Number(url.port) };
    return new HttpRequest({ protocol, hostname, ...port, path, method: "POST", headers, body });
  }

  /** One attempt. */
  async #exchange(request: HttpRequest, abortSignal: AbortSignal | undefined) {
    const properties = { config: this.#clock, context: {} };
    const signed = await this.#signer.sign(request, NO_IDENTITY, properties);
    const { response } = await this.#handler.handle(
      signed as HttpRequest,
      abortSignal && { abortSignal },
    );
    const text = await textOf(response.body);
    if (response.statusCode < 300) {
      this.#signer.successHandler(response, properties);
      const isSilent = text === "" && request.headers["x-amz-target"] === SILENT;
      return { response, output: { ...(isSilent ? {} : objectOf(text)), $metadata: {} } as Answer };
    }
    const answer = answerOf(text);
    const { statusCode: httpStatusCode, headers } = response;
    const facts = {
      message: String(answer.message ?? answer.Message ?? "AWS gave no reason."),
      $metadata: { httpStatusCode, requestId: headers["x-amzn-requestid"] },
      $response: response,
    };
    const error = this.errorOf(codeOf(answer, response), facts, answer);
    return this.#signer.errorHandler(properties)(error);
  }
}

/** The signer has credentials of its own. */
const NO_IDENTITY = { accessKeyId: "", secretAccessKey: "" };

/** Those of a function. They are read for each signature, because Lambda may replace them. */
async function environmentCredentials(): Promise<AwsCredentialIdentity> {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = process.env;
  if (!accessKeyId || !secretAccessKey) throw new Error("The environment has no AWS credentials.");
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
}

/** An error may be a page of a proxy. */
function answerOf(text: string): Record<string, unknown> {
  try {
    return objectOf(text);
  } catch {
    return {};
  }
}

/** The operation that AWS answers with an empty body. Of any other, it would read as an item that does not exist. */
const SILENT = "AmazonSQS.DeleteMessage";

function objectOf(text: string): Record<string, unknown> {
  const read: unknown = JSON.parse(text);
  if (typeof read !== "object" || read === null || Array.isArray(read))
    throw new SyntaxError("AWS's answer is no JSON object.");
  return read as Record<string, unknown>;
}

/** `com.amazonaws.dynamodb.v20120810#ThrottlingException:http://…` is a `ThrottlingException`. */
function codeOf({ __type, code }: Record<string, unknown>, { headers }: HttpResponse): string {
  const given = headers["x-amzn-errortype"] ?? __type ?? code ?? "UnknownError";
  return String(given)
    .replace(/^.*#/, "")
    .replace(/[:,].*$/, "");
}

async function textOf(body: Readable | Uint8Array): Promise<string> {
  const bytes = body instanceof Uint8Array ? body : await collect(body);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

type Bytes = string | ArrayBuffer | ArrayBufferView;

/**
 * Node's SHA-256, or HMAC with a secret, in the form that signers take. The SDK's own passes the key to Node as bytes, which
 * Node 24 tests with a slow exception: 19 µs instead of 3, twice per request.
 */
export class Sha256 {
  readonly #hash: Hash | Hmac;
  constructor(secret?: Bytes) {
    this.#hash =
      secret === undefined
        ? createHash("sha256")
        : createHmac("sha256", createSecretKey(viewOf(secret)));
  }
  update(data: Bytes): void {
    this.#hash.update(viewOf(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {}
}

function viewOf(data: Bytes): NodeJS.ArrayBufferView {
  if (typeof data === "string") return Buffer.from(data);
  return ArrayBuffer.isView(data) ? (data as NodeJS.ArrayBufferView) : Buffer.from(data);
}

/** Reads a response to its end, without the two streams that the SDK puts behind it. */
function collect(response: Readable): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    response.on("data", (part: Uint8Array) => parts.push(part));
    response.once("end", () => {
      const [first] = parts;
      resolve(parts.length === 1 && first !== undefined ? first : Buffer.concat(parts));
    });
    response.once("error", reject);
  });
}
