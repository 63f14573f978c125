import { EventEmitter } from "node:events";
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import type { DeployedTable } from "../assembly/deployment.ts";
import {
  type AwsAnswer,
  type Caller,
  type DoorRequest,
  type GrantedFunction,
  identify,
  refusal,
} from "../aws/front-door.ts";
import { type TableRequest as ReadRequest, readTableRequest } from "../aws/policy.ts";
import {
  type EngineReply,
  type EngineSockets,
  openEngineSockets,
  UNCHECKED,
} from "../engines/engine-sockets.ts";

// Sends the table requests of functions from their thread straight to the table engine: the way over the front
// door takes a second HTTP request, and the main thread's time. Only a request that the function's role surely
// grants goes this way. All else, also what is refused, goes to the front door, as any other client's request does.

export type DirectTableData = {
  readonly frontDoorUrl: string;
  readonly engineUrl: string;
  readonly tables: readonly DeployedTable[];
};
type Served = {
  readonly door: URL;
  readonly engine: EngineSockets;
  readonly tables: readonly DeployedTable[];
};
type OnResponse = (response: IncomingMessage) => void;

export type DirectTable = {
  /** Says whose requests are taken from now on; none at first, or with null. */
  serve(data: DirectTableData | null): void;
  /** Whether `x-amz-target` names an operation of a table. */
  takes(target: string | undefined): boolean;
  /**
   * Sends a request to the engine. Null where the caller's role does not surely grant it, or the engine ended the connection.
   *
   * @param caller id of a function
   * @param target `x-amz-target`
   */
  request(caller: string, target: string, body: string): Promise<EngineReply | null>;
};

const PROTOCOL = "DynamoDB_20120810.";

/**
 * Replaces `http.request`, which the AWS SDK calls.
 *
 * @param functions that this thread has loaded, by their ids
 * @param written receives the tables that a request may have changed, before the function sees the response
 * @param askFrontDoor without HTTP, which takes more of both threads' time than the answer
 */
export function takeTableRequests(
  functions: ReadonlyMap<string, GrantedFunction>,
  written: (tables: readonly string[]) => void,
  askFrontDoor: (request: DoorRequest) => Promise<AwsAnswer>,
): DirectTable {
  let served: Served | null = null;
  const request = http.request as (
    options: RequestOptions,
    onResponse: OnResponse,
  ) => ClientRequest;

  /** Null: not surely granted. */
  const granted = (caller: Caller | null, operation: string, input: () => unknown) => {
    try {
      if (caller?.kind !== "function" || served === null) return null;
      const table = readTableRequest(operation, input(), served.tables);
      return refusal(caller, table.demands) === null ? { ...table, engine: served.engine } : null;
    } catch {
      return null;
    }
  };
  const post = async (
    { engine, writes }: ReadRequest & Pick<Served, "engine">,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
  ): Promise<EngineReply> => {
    const reply = await engine.post(headers, body);
    if (reply.status === 200 && writes.length > 0) written(writes);
    return reply;
  };

  /** The part of `ClientRequest` that the SDK uses. Decides at the end, when the body is there. */
  class AwsRequest extends EventEmitter {
    readonly #headers: Readonly<Record<string, string>>;
    readonly #onResponse: OnResponse;
    #ended = false;

    constructor({ headers }: RequestOptions, onResponse: OnResponse) {
      super();
      this.#headers = headers as Record<string, string>;
      this.#onResponse = onResponse;
    }

    end(body: string | Uint8Array = ""): void {
      void (this.#sendToEngine(body) ?? this.#sendToFrontDoor(body)).then(
        (reply) => this.#finish(() => this.#onResponse(responseOf(reply))),
        (error) => this.#finish(() => this.emit("error", error)),
      );
    }

    destroy(error?: Error): void {
      this.#finish(() => error !== undefined && this.emit("error", error));
    }

    /** Null: the front door must be asked. */
    #sendToEngine(body: string | Uint8Array): Promise<EngineReply> | null {
      const target = this.#header("x-amz-target");
      if (!target.startsWith(PROTOCOL)) return null;
      const operation = target.slice(PROTOCOL.length);
      const caller = identify(this.#header("authorization"), functions);
      const table = granted(caller, operation, () => JSON.parse(Buffer.from(body).toString()));
      return table && post(table, { ...UNCHECKED, "x-amz-target": target }, body);
    }

    async #sendToFrontDoor(body: string | Uint8Array): Promise<EngineReply> {
      const [authorization, target] = [this.#header("authorization"), this.#header("x-amz-target")];
      const contentType = this.#header("content-type");
      // A message with a buffer would carry the whole pool that the buffer is a part of.
      const text = Buffer.from(body as Uint8Array).toString();
      const answer = await askFrontDoor({ authorization, target, contentType, body: text });
      return { ...answer, body: Buffer.from(answer.body as Uint8Array) };
    }

    #header(name: string): string {
      return this.#headers[name] ?? "";
    }

    #finish(last: () => void): void {
      if (this.#ended) return;
      this.#ended = true;
      last();
      this.emit("close");
    }
  }

  const isAwsRequest = ({ host, port, method }: RequestOptions) =>
    served !== null &&
    host === served.door.hostname &&
    String(port) === served.door.port &&
    method === "POST";
  http.request = ((...args: Parameters<typeof request>) =>
    isAwsRequest(args[0]) ? new AwsRequest(...args) : request(...args)) as typeof http.request;
  syncBuiltinESMExports();
  return {
    serve(data) {
      served = data && {
        door: new URL(data.frontDoorUrl),
        engine: openEngineSockets(data.engineUrl),
        tables: data.tables,
      };
    },
    takes: (target) => target?.startsWith(PROTOCOL) === true,
    async request(id, target, body) {
      const caller = functions.get(id);
      if (caller === undefined) return null;
      const operation = target.slice(PROTOCOL.length);
      const asked = { kind: "function", function: caller } as const;
      const table = granted(asked, operation, () => JSON.parse(body));
      if (table === null) return null;
      return post(table, { ...UNCHECKED, "x-amz-target": target }, body).catch(() => null);
    },
  };
}

/** The SDK takes a body that is in memory as it is, and makes two streams to collect any other. */
function responseOf({ status, contentType, body }: EngineReply): IncomingMessage {
  return Object.assign(new Uint8Array(body.buffer, body.byteOffset, body.byteLength), {
    statusCode: status,
    statusMessage: "",
    headers: { "content-type": contentType, "x-amzn-requestid": crypto.randomUUID() },
    complete: true,
  }) as unknown as IncomingMessage;
}
