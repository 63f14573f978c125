import crypto, { createSecretKey } from "node:crypto";
import { EventEmitter } from "node:events";
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import type { DeployedTable } from "../assembly/deployment.ts";
import { type GrantedFunction, identify, refusal } from "../aws/front-door.ts";
import { readTableRequest } from "../aws/policy.ts";
import { type EngineReply, openEngineSockets } from "../engines/engine-sockets.ts";

// Sends the table requests of functions from their thread straight to the table engine: the way over the front
// door takes a second HTTP request, and the main thread's time. Only a request that the function's role surely
// grants goes this way. All else, also what is refused, goes to the front door, as any other client's request does.

export type DirectTableData = {
  readonly frontDoorUrl: string;
  readonly engineUrl: string;
  readonly tables: readonly DeployedTable[];
};
type OnResponse = (response: IncomingMessage) => void;

const PROTOCOL = "DynamoDB_20120810.";
const PASSED_ON = ["error", "socket", "timeout", "close", "continue"];

/**
 * Replaces `http.request`, which the AWS SDK calls.
 *
 * @param functions that this thread has loaded, by their ids
 * @param written receives the tables that a request may have changed, before the function sees the response
 */
export function takeTableRequests(
  { frontDoorUrl, engineUrl, tables }: DirectTableData,
  functions: ReadonlyMap<string, GrantedFunction>,
  written: (tables: readonly string[]) => void,
): void {
  const door = new URL(frontDoorUrl);
  const engine = openEngineSockets(engineUrl);
  const request = http.request as (
    options: RequestOptions,
    onResponse: OnResponse,
  ) => ClientRequest;

  /** Null: not surely granted. */
  const granted = (headers: Readonly<Record<string, string>>, body: string) => {
    try {
      const caller = identify(headers.authorization ?? "", functions);
      if (caller?.kind !== "function") return null;
      const operation = (headers["x-amz-target"] ?? "").slice(PROTOCOL.length);
      const table = readTableRequest(operation, JSON.parse(body), tables);
      return refusal(caller, table.demands) === null ? table : null;
    } catch {
      return null;
    }
  };

  /** The part of `ClientRequest` that the SDK uses. Decides at the end, when the body is there. */
  class TableRequest extends EventEmitter {
    readonly #options: RequestOptions;
    readonly #onResponse: OnResponse;
    #other: ClientRequest | null = null;
    #ended = false;

    constructor(options: RequestOptions, onResponse: OnResponse) {
      super();
      this.#options = options;
      this.#onResponse = onResponse;
    }

    end(body: string | Uint8Array = ""): void {
      const text = typeof body === "string" ? body : Buffer.from(body).toString();
      const table = granted(this.#options.headers as Record<string, string>, text);
      if (table === null) {
        this.#sendToFrontDoor(body);
        return;
      }
      void engine.post(this.#engineHeaders(), body).then(
        (reply) => {
          if (reply.status === 200 && table.writes.length > 0) written(table.writes);
          this.#finish(() => this.#onResponse(responseOf(reply)));
        },
        (error) => this.#finish(() => this.emit("error", error)),
      );
    }

    destroy(error?: Error): void {
      if (this.#other !== null) this.#other.destroy(error);
      else this.#finish(() => error !== undefined && this.emit("error", error));
    }

    #engineHeaders() {
      const given = this.#options.headers as Record<string, string>;
      return {
        "content-type": given["content-type"] ?? "",
        "x-amz-target": given["x-amz-target"] ?? "",
        "x-amz-date": given["x-amz-date"] ?? "",
        authorization: given.authorization ?? "",
      };
    }

    #finish(last: () => void): void {
      if (this.#ended) return;
      this.#ended = true;
      last();
      this.emit("close");
    }

    #sendToFrontDoor(body: string | Uint8Array): void {
      const other = request(this.#options, this.#onResponse);
      for (const name of PASSED_ON) other.on(name, (...args) => this.emit(name, ...args));
      this.#other = other;
      other.end(body);
    }
  }

  const isTableRequest = ({ host, port, method, headers }: RequestOptions) =>
    host === door.hostname &&
    String(port) === door.port &&
    method === "POST" &&
    String(Object(headers)["x-amz-target"]).startsWith(PROTOCOL);
  http.request = ((...args: Parameters<typeof request>) =>
    isTableRequest(args[0]) ? new TableRequest(...args) : request(...args)) as typeof http.request;
  syncBuiltinESMExports();
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

/**
 * Lets `createHmac` take 4 µs instead of 10: Node 24 finds out by an exception that a key of bytes is no
 * `KeyObject`. The AWS SDK signs each request with such a key.
 */
export function quickenHmac(): void {
  const { createHmac } = crypto;
  crypto.createHmac = (algorithm, key, options) =>
    createHmac(algorithm, key instanceof Uint8Array ? createSecretKey(key) : key, options);
  syncBuiltinESMExports();
}
