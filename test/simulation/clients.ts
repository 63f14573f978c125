import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Client, type Dispatcher } from "undici";
import { queuesOf } from "../support/bus-queues.ts";
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
  replaceSend(DynamoDBDocumentClient, ({ constructor: { name }, input }) =>
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
  replaceDispatch(scheduler, current);
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

/** The part of undici's handler that a response goes through: that of `request` … */
interface ResponseHandler {
  onConnect(abort: (reason?: Error) => void): void;
  onHeaders(status: number, headers: Buffer[], resume: () => void, text: string): boolean;
  onData(chunk: Buffer): boolean;
  onComplete(trailers: Buffer[]): void;
  onError(error: Error): void;
}

/** … and the one that senders of webhooks give to `dispatch`. */
type DispatchHandler = Required<
  Pick<
    Dispatcher.DispatchHandler,
    "onRequestStart" | "onResponseStart" | "onResponseData" | "onResponseEnd" | "onResponseError"
  >
>;

function handlerOf(given: ResponseHandler | DispatchHandler): ResponseHandler {
  if ("onConnect" in given) return given;
  let controller = {} as Dispatcher.DispatchController;
  return {
    onConnect(abort) {
      controller = { abort } as Dispatcher.DispatchController;
      given.onRequestStart(controller, {});
    },
    onHeaders(status, headers, _, text) {
      const texts = headers.map(String);
      const pairs = texts.flatMap((name, index) =>
        index % 2 === 0 ? [[name, texts[index + 1] ?? ""]] : [],
      );
      given.onResponseStart(controller, status, Object.fromEntries(pairs), text);
      return true;
    },
    onData(chunk) {
      given.onResponseData(controller, chunk);
      return true;
    },
    onComplete: () => given.onResponseEnd(controller, {}),
    onError: (error) => given.onResponseError(controller, error),
  };
}

function replaceDispatch(scheduler: Scheduler, current: () => Simulation): void {
  const dispatch = (
    options: {
      origin?: string | URL;
      path: string;
      method: string;
      headers?: unknown;
      body?: unknown;
    },
    given: ResponseHandler | DispatchHandler,
  ): boolean => {
    const handler = handlerOf(given);
    let isOver = false;
    const fail = (error: unknown) => {
      if (isOver) return;
      isOver = true;
      handler.onError(error instanceof Error ? error : new Error(String(error)));
    };
    handler.onConnect((reason) => fail(reason ?? new Error("aborted")));
    if (isOver) return true;
    const isPost = options.method === "POST";
    scheduler
      .call<Answer>({
        name: isPost ? "post" : "ask bank",
        kind: "network",
        run: () =>
          isPost
            ? current().receivers.receive(
                options.path,
                options.headers as Record<string, string>,
                String(options.body),
              )
            : options.path.startsWith("/receipt/")
              ? current().wallet.answer(options.path)
              : current().bank.answer(options.path),
        takesMs: ({ takesMs }) => takesMs,
      })
      .then(({ status, headers, body }) => {
        if (isOver) return;
        if (status === 0) {
          fail(Object.assign(new Error("socket hang up"), { code: "ECONNRESET" }));
          return;
        }
        isOver = true;
        const raw = Object.entries(headers)
          .flat()
          .map((text) => Buffer.from(text));
        handler.onHeaders(status, raw, () => {}, "");
        if (body !== "") handler.onData(Buffer.from(body));
        handler.onComplete([]);
      })
      .catch(fail);
    return true;
  };
  Object.defineProperty(Client.prototype, "dispatch", { value: dispatch, configurable: true });
}
