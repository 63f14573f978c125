// Runs in a worker thread: loads functions and runs them. On Lambda each function has processes of its own; here
// they share threads, and usually their code too (`lib/infra/functions-together.ts`). As on Lambda, a function that runs
// several times at once has several environments: each has its own variables and values, and runs one invocation at a time.
import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire, enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { AwsAnswer, DoorRequest } from "../aws/front-door.ts";
import { patchDate } from "../clock.ts";
import { shortenRequests } from "./direct-requests.ts";
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
/** Made anew each time that a function is loaded: what it keeps belongs to this object. */
type Loaded = FunctionToLoad & {
  readonly variables: Record<string, string>;
  /** Null while its code is evaluated. */
  run: Handler | null;
};

/** What a bundle exports whose code several functions share: see `lib/infra/functions-together.ts`. */
type Together = {
  readonly separate: (current: () => object | undefined) => void;
  readonly AwsSdkSigV4Signer: Parameters<typeof shortenRequests>[0];
  readonly NodeHttpHandler: Parameters<typeof shortenRequests>[1];
};
type Bundle = Record<string, unknown> & {
  readonly default?: Record<string, unknown>;
  readonly together?: Together;
  readonly make?: () => unknown;
};

const { codeCache } = workerData as ThreadData;
const moveDate = patchDate();
enableCompileCache(codeCache);
const port = parentPort;
const say = (message: FromThread) => port?.postMessage(message);
/** By function. */
const loaded = new Map<string, Loaded>();
/** By function and environment. */
const environments = new Map<string, Loaded>();
const environmentOf = (functionId: string, environmentIndex: number) =>
  `${functionId} ${environmentIndex}`;
const running = new AsyncLocalStorage<Loaded>();
/** While its module is evaluated, which may happen outside any context. */
let loading: Loaded | undefined;
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

async function load({ call, function: wanted, environmentIndex }: Load): Promise<void> {
  const made: Loaded = { ...wanted, variables: { ...wanted.environment }, run: null };
  loading = made;
  const reply = await running.run(made, async (): Promise<Reply> => {
    try {
      made.run = await codeOf(wanted, call);
      loaded.set(wanted.id, made);
      environments.set(environmentOf(wanted.id, environmentIndex), made);
      return { kind: "loaded" };
    } catch (error) {
      return { kind: "failed", error: describe(error) };
    }
  });
  loading = undefined;
  say({ call, ...reply });
  setImmediate(flushCompileCache);
}

async function codeOf(
  { folder, entryFile, handler, id }: FunctionToLoad,
  call: number,
): Promise<Handler> {
  const [file = "index", name = "handler"] = handler.split(/\.(?=[^.]*$)/);
  const path = join(folder, entryFile ?? `${file}.mjs`);
  const bundle = path.endsWith(".cjs")
    ? requireAnew(path)
    : await importAnew(path, `${id}-${call}`);
  if (bundle.together !== undefined) prepare(bundle.together);
  const found = bundle.make?.() ?? bundle[name] ?? bundle.default?.[name];
  if (typeof found !== "function") throw new Error(`${handler} is undefined or not exported`);
  return found as Handler;
}

const prepared = new Set<Together>();

/** A function with a bundle of its own uses all of the SDK. */
function prepare(together: Together): void {
  if (prepared.has(together)) return;
  prepared.add(together);
  together.separate(current);
  shortenRequests(together.AwsSdkSigV4Signer, together.NodeHttpHandler, table);
}

/** Functions may share a bundle, but not its variables. */
function requireAnew(path: string): Bundle {
  const require = createRequire(path);
  delete require.cache[require.resolve(path)];
  return require(path);
}

function importAnew(path: string, name: string): Promise<Bundle> {
  return import(`${pathToFileURL(path).href}?${name}`);
}

async function invoke(invocation: Invocation): Promise<void> {
  const { call, functionId, environmentIndex, event } = invocation;
  const found = environments.get(environmentOf(functionId, environmentIndex));
  if (!found?.run) throw new Error(`${functionId} is not loaded`);
  const { run } = found;
  const reply = await running.run(found, async (): Promise<Reply> => {
    try {
      const result = await run(JSON.parse(event), contextOf(found, invocation));
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
