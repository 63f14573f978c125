// Runs in a worker thread: loads functions and runs them. On Lambda each function has processes of its own; here
// functions share threads, because a thread costs 17 MB and 100 ms to start and a further function in it 4 MB and
// 40 ms. Each has its own modules and variables, and runs one invocation at a time, beside those of others.
import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire, enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { AwsAnswer, DoorRequest } from "../aws/front-door.ts";
import { patchDate } from "../clock.ts";
import { HANDLER, SIGNER, shortenRequests } from "./direct-requests.ts";
import { takeTableRequests } from "./direct-table.ts";
import {
  type FromThread,
  type FunctionToLoad,
  type Join,
  type LambdaError,
  type Reply,
  separateVariables,
  type ThreadData,
  type ToThread,
} from "./environment.ts";

type Handler = (event: unknown, context: object) => unknown;
type Invocation = Extract<ToThread, { kind: "invoke" }>;
type Answered = Extract<ToThread, { kind: "answer" }>;
type Load = Extract<ToThread, { kind: "load" }>;
type Running = { readonly id: string; readonly variables: Record<string, string> };
type Code = {
  readonly run: Handler;
  /** Makes the code forget what it has kept, and reads its variables anew; null where it cannot. */
  readonly renew: (() => void) | null;
};
type Loaded = FunctionToLoad & Running & Code;

const { codeCache } = workerData as ThreadData;
const moveDate = patchDate();
enableCompileCache(codeCache);
const port = parentPort;
const say = (message: FromThread) => port?.postMessage(message);
const loaded = new Map<string, Loaded>();
const running = new AsyncLocalStorage<Running>();
/** While its module is evaluated, which may happen outside any context. */
let loading: Running | null = null;
let loads = Promise.resolve();
const current = () => running.getStore() ?? loading;

separateVariables(() => current()?.variables ?? {});
const asked = new Map<number, (answer: AwsAnswer) => void>();
let asks = 0;
const askFrontDoor = (request: DoorRequest) =>
  new Promise<AwsAnswer>((resolve) => {
    asks += 1;
    asked.set(asks, resolve);
    say({ kind: "ask", call: asks, request });
  });
const table = takeTableRequests(loaded, (tables) => say({ kind: "written", tables }), askFrontDoor);

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    const functionId = current()?.id;
    if (functionId !== undefined) say({ kind: "printed", functionId, text });
    const done = rest.findLast((argument) => typeof argument === "function");
    done?.();
    return true;
  };
}
port?.on("message", (message: ToThread) => {
  if (message.kind === "load") loads = loads.then(() => load(message));
  else if (message.kind === "invoke") void invoke(message);
  else if (message.kind === "answer") takeAnswer(message);
  else joinStack(message);
});

function joinStack({ clock, directTable }: Join): void {
  moveDate(clock);
  table.serve(directTable);
}

function takeAnswer({ call, answer }: Answered): void {
  asked.get(call)?.(answer);
  asked.delete(call);
}

async function load({ call, function: wanted }: Load): Promise<void> {
  const self = { id: wanted.id, variables: { ...wanted.environment } };
  loading = self;
  const reply = await running.run(self, async (): Promise<Reply> => {
    try {
      const code = renewed(wanted) ?? (await codeOf(wanted, call));
      loaded.set(wanted.id, { ...wanted, ...self, ...code });
      return { kind: "loaded" };
    } catch (error) {
      return { kind: "failed", error: describe(error) };
    }
  });
  loading = null;
  say({ call, ...reply });
  setImmediate(flushCompileCache);
}

/** The code of the function that is loaded already, as if it were new; null where there is none. */
function renewed({ id, folder, entryFile, handler }: FunctionToLoad): Code | null {
  const known = loaded.get(id);
  const isSame =
    known?.folder === folder && known.entryFile === entryFile && known.handler === handler;
  if (!isSame || known.renew === null) return null;
  known.renew();
  return { run: known.run, renew: known.renew };
}

async function codeOf(
  { folder, entryFile, handler, id }: FunctionToLoad,
  call: number,
): Promise<Code> {
  const [file = "index", name = "handler"] = handler.split(/\.(?=[^.]*$)/);
  const path = join(folder, entryFile ?? `${file}.mjs`);
  const module = path.endsWith(".cjs")
    ? requireAnew(path)
    : await importAnew(path, `${id}-${call}`);
  const members = module as { default?: Record<string, unknown> } & Record<string, unknown>;
  const found = members[name] ?? members.default?.[name];
  if (typeof found !== "function") throw new Error(`${handler} is undefined or not exported`);
  shortenSharedRequests(folder);
  const { renew } = members;
  return {
    run: found as Handler,
    renew: typeof renew === "function" ? (renew as () => void) : null,
  };
}

const shortened = new Set<string>();

/** Once for each folder of packages. Functions with packages of their own use all of the SDK. */
function shortenSharedRequests(folder: string): void {
  const [signer, handler] = [SIGNER, HANDLER].map((file) => join(folder, "..", file));
  if (signer === undefined || handler === undefined || shortened.has(signer)) return;
  const { cache } = createRequire(signer);
  const [signing, sending] = [cache[signer], cache[handler]];
  if (signing === undefined || sending === undefined) return;
  shortened.add(signer);
  shortenRequests(signing.exports.AwsSdkSigV4Signer, sending.exports.NodeHttpHandler, table);
}

/** Functions may share a bundle, but not its variables. */
function requireAnew(path: string): unknown {
  const require = createRequire(path);
  delete require.cache[require.resolve(path)];
  return require(path);
}

function importAnew(path: string, name: string): Promise<unknown> {
  return import(`${pathToFileURL(path).href}?${name}`);
}

async function invoke(invocation: Invocation): Promise<void> {
  const { call, functionId, event } = invocation;
  const found = loaded.get(functionId);
  if (found === undefined) throw new Error(`${functionId} is not loaded`);
  const reply = await running.run(found, async (): Promise<Reply> => {
    try {
      const result = await found.run(JSON.parse(event), contextOf(found, invocation));
      return { kind: "result", payload: JSON.stringify(result ?? null) };
    } catch (error) {
      return { kind: "failed", error: describe(error) };
    }
  });
  say({ call, ...reply });
}

function contextOf({ name, arn, memoryMegabytes }: Loaded, invocation: Invocation) {
  const started = performance.now();
  return {
    awsRequestId: invocation.requestId,
    functionName: name,
    functionVersion: "$LATEST",
    invokedFunctionArn: arn,
    memoryLimitInMB: String(memoryMegabytes),
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: "local",
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () =>
      Math.max(0, Math.round(invocation.timeoutMilliseconds - (performance.now() - started))),
  };
}

function describe(error: unknown): LambdaError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return {
    errorType: error.name,
    errorMessage: error.message,
    trace: (error.stack ?? "").split("\n"),
  };
}
