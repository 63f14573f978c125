// Runs in a worker thread: loads functions and runs one invocation at a time. On Lambda each function has a
// process of its own; here functions share threads, because a thread costs 17 MB and 100 ms to start and a
// further function in it 4 MB and 40 ms. Each has its own modules, and its own variables while it runs.
import { createRequire, enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { patchDate } from "../patch-date.ts";
import { takeTableRequests } from "./direct-table.ts";
import type { FromThread, FunctionToLoad, LambdaError, ThreadData, ToThread } from "./messages.ts";
import { quickenHmac } from "./quick-hmac.ts";

type Handler = (event: unknown, context: object) => unknown;
type Invocation = Extract<ToThread, { kind: "invoke" }>;
type Loaded = FunctionToLoad & { readonly run: Handler };

const { clock, codeCache, directTable } = workerData as ThreadData;
patchDate(clock);
quickenHmac();
enableCompileCache(codeCache);
const port = parentPort;
const say = (message: FromThread) => port?.postMessage(message);
const loaded = new Map<string, Loaded>();
/** The function whose variables `process.env` holds. */
let current: FunctionToLoad | null = null;
if (directTable !== null)
  takeTableRequests(directTable, loaded, (tables) => say({ kind: "written", tables }));

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    if (current !== null) say({ kind: "printed", functionId: current.id, text });
    const done = rest.findLast((argument) => typeof argument === "function");
    done?.();
    return true;
  };
}
port?.on("message", (message: ToThread) => {
  void (message.kind === "load" ? load(message.function) : invoke(message));
});

async function load(wanted: FunctionToLoad): Promise<void> {
  try {
    enter(wanted);
    loaded.set(wanted.id, { ...wanted, run: await handlerOf(wanted) });
    say({ kind: "loaded" });
    setImmediate(flushCompileCache);
  } catch (error) {
    say({ kind: "load_failed", error: describe(error) });
  }
}

function enter(next: FunctionToLoad): void {
  if (current === next) return;
  current = next;
  for (const name of Object.keys(process.env)) {
    if (!(name in next.environment)) delete process.env[name];
  }
  Object.assign(process.env, next.environment);
}

async function handlerOf({ folder, entryFile, handler, id }: FunctionToLoad): Promise<Handler> {
  const [file = "index", name = "handler"] = handler.split(/\.(?=[^.]*$)/);
  const path = join(folder, entryFile ?? `${file}.mjs`);
  const module = path.endsWith(".cjs") ? requireAnew(path) : await importAnew(path, id);
  const members = module as { default?: Record<string, unknown> } & Record<string, unknown>;
  const found = members[name] ?? members.default?.[name];
  if (typeof found !== "function") throw new Error(`${handler} is undefined or not exported`);
  return found as Handler;
}

/** Functions may share a bundle, but not its variables. */
function requireAnew(path: string): unknown {
  const require = createRequire(path);
  delete require.cache[require.resolve(path)];
  return require(path);
}

function importAnew(path: string, functionId: string): Promise<unknown> {
  return import(`${pathToFileURL(path).href}?function=${functionId}`);
}

async function invoke(invocation: Invocation): Promise<void> {
  const found = loaded.get(invocation.functionId);
  if (found === undefined) throw new Error(`${invocation.functionId} is not loaded`);
  enter(found);
  try {
    const result = await found.run(JSON.parse(invocation.event), contextOf(found, invocation));
    say({ kind: "result", payload: JSON.stringify(result ?? null) });
  } catch (error) {
    say({ kind: "failed", error: describe(error) });
  }
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
