// Runs in a worker thread: one execution environment of one function, as Lambda would give it.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { patchDate } from "../patch-date.ts";
import type { FromThread, LambdaError, ThreadData, ToThread } from "./messages.ts";

const data = workerData as ThreadData;
patchDate(data.clock);
const port = parentPort;
const say = (message: FromThread) => port?.postMessage(message);

type Handler = (event: unknown, context: object) => unknown;

void start();

async function start(): Promise<void> {
  try {
    const handler = await load();
    port?.on("message", (message: ToThread) => void invoke(handler, message));
    say({ kind: "ready" });
  } catch (error) {
    say({ kind: "init_failed", error: describe(error) });
  }
}

async function load(): Promise<Handler> {
  const [file = "index", name = "handler"] = data.handler.split(/\.(?=[^.]*$)/);
  const path = join(data.folder, data.entryFile ?? `${file}.mjs`);
  const module: unknown = path.endsWith(".cjs")
    ? createRequire(path)(path)
    : await import(pathToFileURL(path).href);
  const members = module as { default?: Record<string, unknown> } & Record<string, unknown>;
  const handler = members[name] ?? members.default?.[name];
  if (typeof handler !== "function")
    throw new Error(`${data.handler} is undefined or not exported`);
  return handler as Handler;
}

async function invoke(handler: Handler, message: ToThread): Promise<void> {
  const started = performance.now();
  const context = {
    awsRequestId: message.requestId,
    functionName: data.functionName,
    functionVersion: "$LATEST",
    invokedFunctionArn: data.functionArn,
    memoryLimitInMB: String(data.memoryMegabytes),
    logGroupName: `/aws/lambda/${data.functionName}`,
    logStreamName: "local",
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () =>
      Math.max(0, Math.round(message.timeoutMilliseconds - (performance.now() - started))),
  };
  try {
    const result = await handler(JSON.parse(message.event), context);
    say({ kind: "result", requestId: message.requestId, payload: JSON.stringify(result ?? null) });
  } catch (error) {
    say({ kind: "failed", requestId: message.requestId, error: describe(error) });
  }
}

function describe(error: unknown): LambdaError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return {
    errorType: error.name,
    errorMessage: error.message,
    trace: (error.stack ?? "").split("\n"),
  };
}
