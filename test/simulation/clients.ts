import { Resolver } from "node:dns/promises";
import { EventEmitter } from "node:events";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { Readable } from "node:stream";
import tls from "node:tls";
import { SNSClient } from "@aws-sdk/client-sns";
import { Client, type Dispatcher } from "undici";
import {
  EventBridgeClient,
  SecretsManagerClient,
  SQSClient,
} from "../../lib/cloud/aws-services.ts";
import { DocumentClient } from "../../lib/cloud/dynamodb.ts";
import { queuesOf } from "../support/function-calls.ts";
import type { Answer } from "./answer.ts";
import type { Input } from "./memory-table/memory-table.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Simulation } from "./simulation.ts";
import { time } from "./virtual-time.ts";

interface Command {
  readonly constructor: { readonly name: string };
  readonly input: unknown;
}

interface Entry {
  readonly Id: string;
  readonly MessageBody: string;
  readonly DelaySeconds?: number;
}

/** Replaces the network under the AWS clients and the HTTP client by the simulation, for good. */
export function connect(scheduler: Scheduler, current: () => Simulation): void {
  replaceSend(DocumentClient, ({ constructor: { name }, input }) =>
    scheduler.call({
      name,
      kind: kindOf(name),
      run: () => current().table.execute(name, input as Input),
    }),
  );
  replaceSend(SQSClient, (command) => scheduler.call(queueEffect(command, current())));
  replaceSend(EventBridgeClient, ({ input }) =>
    scheduler.call({
      name: "put events",
      kind: "write",
      run: () => putEvents(input as { Entries: { Detail: string }[] }, scheduler, current()),
    }),
  );
  replaceSend(SecretsManagerClient, ({ input }) =>
    scheduler.call({
      name: "read secret",
      kind: "read",
      run: () => ({ SecretString: current().secret((input as { SecretId: string }).SecretId) }),
    }),
  );
  replaceSend(SNSClient, () =>
    scheduler.call({ name: "send SMS", kind: "write", run: () => ({ MessageId: "sms" }) }),
  );
  replaceNameServers();
  replaceDispatch(scheduler, current);
  replaceGet(scheduler, current);
}

/** No name is known. A real name server would answer sooner or later, and a seed would not repeat itself. */
function replaceNameServers(): void {
  const resolve = async () => {
    throw Object.assign(new Error("queryA ENOTFOUND"), { code: "ENOTFOUND" });
  };
  Object.assign(Resolver.prototype, { resolve4: resolve, resolve6: resolve });
}

function replaceSend(
  client: { readonly prototype: object },
  send: (command: Command) => Promise<unknown>,
): void {
  Object.defineProperty(client.prototype, "send", { value: send, configurable: true });
}

function kindOf(command: string): "read" | "write" | "transaction" {
  if (command === "TransactWriteCommand") return "transaction";
  return /^(?:Get|BatchGet|Query|Scan)/.test(command) ? "read" : "write";
}

function queueEffect({ constructor: { name }, input }: Command, { queues, random }: Simulation) {
  const { QueueUrl, ...rest } = input as { QueueUrl: string };
  const queue = QueueUrl.split("/").at(-1) as string;
  switch (name) {
    case "SendMessageCommand": {
      const { MessageBody, DelaySeconds } = rest as unknown as Entry;
      const run = () => ({ MessageId: queues.send(queue, MessageBody, DelaySeconds) });
      return { name: "send message", kind: "write" as const, run };
    }
    case "SendMessageBatchCommand": {
      const { Entries } = rest as unknown as { Entries: Entry[] };
      const run = () => ({
        Successful: Entries.map(({ Id, MessageBody, DelaySeconds }) => {
          queues.send(queue, MessageBody, DelaySeconds);
          return { Id };
        }),
      });
      return { name: "send messages", kind: "write" as const, run };
    }
    case "ReceiveMessageCommand": {
      const run = () => ({
        Messages: queues
          .receive(queue, 10, random)
          .map(({ id, body }) => ({ Body: body, ReceiptHandle: id })),
      });
      const takesMs = (answer: unknown) =>
        (answer as { Messages: unknown[] }).Messages.length === 0 ? 1000 : 0;
      return { name: "receive messages", kind: "write" as const, run, takesMs };
    }
    case "DeleteMessageCommand": {
      const { ReceiptHandle } = rest as unknown as { ReceiptHandle: string };
      const run = () => queues.remove(queue, ReceiptHandle);
      return { name: "delete message", kind: "write" as const, run };
    }
    default:
      throw new Error(`The queues do not know ${name}.`);
  }
}

/** Now and then the bus takes only a part of the entries. */
function putEvents(
  { Entries }: { readonly Entries: readonly { readonly Detail: string }[] },
  { random }: Scheduler,
  { queues, refusesEvents, archive }: Simulation,
) {
  return {
    Entries: Entries.map(({ Detail }, index) => {
      if (refusesEvents && random.chance(0.1)) return { ErrorCode: "ThrottlingException" };
      archive.push({ at: time.now, detail: Detail });
      for (const queue of queuesOf(JSON.parse(Detail))) queues.send(queue, `{"detail":${Detail}}`);
      return { EventId: `bus-${index}` };
    }),
  };
}

/** The part of undici's handler that senders of webhooks give to `dispatch`. */
type DispatchHandler = Required<
  Pick<
    Dispatcher.DispatchHandler,
    "onRequestStart" | "onResponseStart" | "onResponseData" | "onResponseEnd" | "onResponseError"
  >
>;

/** Receivers of webhooks. */
function replaceDispatch(scheduler: Scheduler, current: () => Simulation): void {
  const dispatch = (options: Dispatcher.DispatchOptions, handler: DispatchHandler): boolean => {
    let isOver = false;
    const fail = (error: unknown) => {
      if (isOver) return;
      isOver = true;
      handler.onResponseError(controller, asError(error));
    };
    const controller = {
      abort: (reason?: Error) => fail(reason ?? new Error("aborted")),
    } as Dispatcher.DispatchController;
    handler.onRequestStart(controller, {});
    if (isOver) return true;
    const { path, headers, body } = options;
    answered(scheduler, "post", () =>
      current().receivers.receive(path, headers as Record<string, string>, String(body)),
    )
      .then((answer) => {
        if (isOver) return;
        isOver = true;
        handler.onResponseStart(controller, answer.status, answer.headers, "");
        if (answer.body !== "") handler.onResponseData(controller, Buffer.from(answer.body));
        handler.onResponseEnd(controller, {});
      })
      .catch(fail);
    return true;
  };
  Object.defineProperty(Client.prototype, "dispatch", { value: dispatch, configurable: true });
}

/** Banks: their connections stand at once, and what is asked over them is answered. */
function replaceGet(scheduler: Scheduler, current: () => Simulation): void {
  const opened = (event: string) => () => {
    const socket = Object.assign(new EventEmitter(), { destroy: () => undefined });
    queueMicrotask(() => socket.emit(event));
    return socket;
  };
  const get = ({ path, signal }: { readonly path: string; readonly signal: AbortSignal }) => {
    const asked = new EventEmitter();
    let isOver = false;
    const fail = (error: unknown) => {
      if (!isOver) asked.emit("error", asError(error));
      isOver = true;
    };
    signal.addEventListener("abort", () => fail(signal.reason));
    answered(scheduler, "ask bank", () => {
      const { wallet, bank } = current();
      if (path.startsWith("/receipt/")) return wallet.answer(path);
      return path.startsWith("/api/onlineSlip/") ? wallet.slipAnswer(path) : bank.answer(path);
    })
      .then(({ status, headers, body }) => {
        if (isOver) return;
        isOver = true;
        const parts = body === "" ? [] : [Buffer.from(body)];
        asked.emit(
          "response",
          Object.assign(Readable.from(parts), { statusCode: status, headers }),
        );
      })
      .catch(fail);
    return asked;
  };
  Object.assign(net, { connect: opened("connect") });
  Object.assign(tls, { connect: opened("secureConnect") });
  Object.assign(http, { get });
  syncBuiltinESMExports();
}

/** @throws Error with the code of a connection that broke */
async function answered(scheduler: Scheduler, name: string, run: () => Answer): Promise<Answer> {
  const takesMs = (answer: Answer) => answer.takesMs;
  const answer = await scheduler.call<Answer>({ name, kind: "network", run, takesMs });
  if (answer.status !== 0) return answer;
  throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
