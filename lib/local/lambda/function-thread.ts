// One worker thread that runs functions, seen from the main thread.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { DeployedFunction } from "../assembly/functions.ts";
import type { FrontDoor } from "../aws/front-door.ts";
import { threadProgram } from "../build/build-cache.ts";
import type { DirectTableData } from "./direct-table.ts";
import type {
  FromThread,
  FunctionToLoad,
  Join,
  LambdaError,
  Reply,
  ThreadData,
  ToThread,
} from "./environment.ts";

export type InvocationResult =
  /** JSON text */
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly error: LambdaError };

export type FunctionThread = {
  /**
   * Loads the function first where that is needed, again if the thread already runs it: each of a function's environments
   * runs one invocation at a time. Never rejects.
   */
  invoke(deployed: DeployedFunction, event: string, requestId: string): Promise<InvocationResult>;
  /** Whether an environment of the function is loaded and free. */
  has(deployed: DeployedFunction): boolean;
  /** Loads each function anew when it runs next. The code that functions share stays. */
  forget(): void;
  /**
   * False once it ended, or a function ran too long: it takes no further invocations then, and ends when it has none
   * left.
   */
  readonly alive: boolean;
  close(): Promise<void>;
  /** Ends the stack's use of the thread, for another stack. Null where something still runs in it, or it ended. */
  leave(): SpareThread | null;
};
/** A thread between two stacks. */
export type SpareThread = {
  readonly worker: Worker;
  readonly codeCache: string;
};
/** Of a function in a thread, as on Lambda. */
type FunctionEnvironment = {
  /** Among the function's own, from 0. */
  readonly environmentIndex: number;
  isLoaded: boolean;
  isBusy: boolean;
};
export type ThreadOptions = {
  readonly clock: SharedArrayBuffer;
  readonly codeCache: string;
  /** Read when the function is loaded. */
  readonly environment: (deployed: DeployedFunction) => Readonly<Record<string, string>>;
  readonly log: (functionId: string, text: string) => void;
  readonly directTable: DirectTableData | null;
  readonly tableChanged: (table: string) => void;
  /** Answers the functions' other requests to AWS. */
  readonly askFrontDoor: FrontDoor["answer"];
};

const PROGRAM = "lib/local/lambda/thread.ts";
const INPUTS = [
  "lib/local/clock.ts",
  "lib/local/lambda/direct-requests.ts",
  "lib/local/lambda/direct-table.ts",
  "lib/local/lambda/environment.ts",
  "lib/local/engines/engine-sockets.ts",
  "lib/local/assembly/intrinsics.ts",
  "lib/local/aws/front-door.ts",
  "lib/local/aws/policy.ts",
];
/** Lambda's own limit for an answer. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;
/** Lambda gives the first start ten seconds of its own; a busy machine's threads are slow, not stuck. */
const LOAD_MILLISECONDS = 60_000;
const HEAP_MEGABYTES = 512;
/** Many small threads: a young generation of the usual size would cost 16 MB in each. */
const YOUNG_HEAP_MEGABYTES = 8;

type Unnumbered =
  Exclude<ToThread, Join | { readonly kind: "answer" }> extends infer Message
    ? Message extends ToThread
      ? Omit<Message, "call">
      : never
    : never;

function startWorker(codeCache: string): SpareThread {
  const worker = new Worker(threadProgram(PROGRAM, INPUTS), {
    workerData: { codeCache } satisfies ThreadData,
    env: {},
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: HEAP_MEGABYTES,
      maxYoungGenerationSizeMb: YOUNG_HEAP_MEGABYTES,
    },
  });
  return { worker, codeCache };
}

/** `spare`: a thread of an earlier stack with the same code cache, instead of a new one. */
export function openThread(
  options: ThreadOptions,
  spare: SpareThread = startWorker(options.codeCache),
): FunctionThread {
  const { clock, environment, log, directTable, tableChanged, askFrontDoor } = options;
  const { worker } = spare;
  worker.ref();
  worker.postMessage({ kind: "join", clock, directTable } satisfies Join);
  const environments = new Map<string, FunctionEnvironment[]>();
  const all = () => [...environments.values()].flat();
  const pending = new Map<number, (reply: Reply) => void>();
  let calls = 0;
  let timesForgotten = 0;
  let alive = true;

  const end = (errorType: string, errorMessage: string) => {
    alive = false;
    for (const answer of pending.values()) {
      answer({ kind: "failed", error: { errorType, errorMessage } });
    }
  };
  const answerFor = async ({ call, request }: Extract<FromThread, { kind: "ask" }>) => {
    const answer = await askFrontDoor(request);
    const body = Buffer.from(answer.body as Uint8Array).toString();
    worker.postMessage({ kind: "answer", call, answer: { ...answer, body } } satisfies ToThread);
  };
  const endWhenUnused = () => {
    if (!alive && pending.size === 0) void worker.terminate();
  };
  worker.on("message", (message: FromThread) => {
    if (message.kind === "printed") log(message.functionId, message.text);
    else if (message.kind === "written") message.tables.forEach(tableChanged);
    else if (message.kind === "ask") void answerFor(message);
    else pending.get(message.call)?.(message);
  });
  worker.on("error", (error: Error) => {
    for (const [id, own] of environments)
      if (own.some(({ isBusy }) => isBusy)) log(id, `${error.stack ?? error}\n`);
    end(error.name, error.message);
  });
  worker.on("exit", (code) =>
    end("Runtime.ExitError", `Runtime exited with error: exit status ${code}`),
  );

  /** Sends a message and waits for its answer; ends the thread where that takes too long. */
  const ask = (message: Unnumbered, milliseconds: number, late: string) =>
    new Promise<Reply>((resolve) => {
      calls += 1;
      const call = calls;
      const answer = (reply: Reply) => {
        clearTimeout(timer);
        pending.delete(call);
        resolve(reply);
        endWhenUnused();
      };
      const timer = setTimeout(() => {
        alive = false;
        answer({ kind: "failed", error: { errorType: "Sandbox.Timedout", errorMessage: late } });
      }, milliseconds);
      pending.set(call, answer);
      worker.postMessage({ ...message, call } satisfies ToThread);
    });

  /** One that runs nothing, if possible one that is loaded. */
  const free = ({ id }: DeployedFunction): FunctionEnvironment => {
    const own = environments.get(id) ?? [];
    environments.set(id, own);
    const unused = own.filter(({ isBusy }) => !isBusy);
    const found = unused.find(({ isLoaded }) => isLoaded) ?? unused[0];
    if (found !== undefined) return found;
    const made = { environmentIndex: own.length, isLoaded: false, isBusy: false };
    own.push(made);
    return made;
  };
  const load = async (deployed: DeployedFunction, into: FunctionEnvironment) => {
    const wanted = toLoad(deployed, environment(deployed));
    const late = "the function did not start in time";
    const before = timesForgotten;
    const { environmentIndex } = into;
    const answer = await ask(
      { kind: "load", function: wanted, environmentIndex },
      LOAD_MILLISECONDS,
      late,
    );
    into.isLoaded = answer.kind === "loaded" && timesForgotten === before;
    return answer.kind === "failed" ? answer.error : null;
  };
  const run = async (
    deployed: DeployedFunction,
    within: FunctionEnvironment,
    event: string,
    requestId: string,
  ): Promise<InvocationResult> => {
    if (!within.isLoaded) {
      const error = await load(deployed, within);
      if (error !== null) return { ok: false, error };
    }
    const timeoutMilliseconds = deployed.timeoutSeconds * 1000;
    const late = `${requestId} Task timed out after ${deployed.timeoutSeconds.toFixed(2)} seconds`;
    const functionId = deployed.id;
    const answer = await ask(
      {
        kind: "invoke",
        functionId,
        environmentIndex: within.environmentIndex,
        requestId,
        event,
        timeoutMilliseconds,
      },
      timeoutMilliseconds,
      late,
    );
    if (answer.kind === "result") return limited(answer.payload);
    if (answer.kind === "failed") return { ok: false, error: answer.error };
    throw new Error(`a thread answered an invocation with ${answer.kind}`);
  };

  return {
    async invoke(deployed, event, requestId) {
      const within = free(deployed);
      within.isBusy = true;
      const result = await run(deployed, within, event, requestId);
      within.isBusy = false;
      if (!result.ok) log(deployed.id, `${JSON.stringify(result.error)}\n`);
      return result;
    },
    has: ({ id }) =>
      environments.get(id)?.some(({ isLoaded, isBusy }) => isLoaded && !isBusy) === true,
    forget() {
      timesForgotten += 1;
      for (const one of all()) one.isLoaded = false;
    },
    get alive() {
      return alive;
    },
    async close() {
      alive = false;
      await worker.terminate();
    },
    leave() {
      if (!alive || all().some(({ isBusy }) => isBusy)) return null;
      alive = false;
      for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
      // An error ends it: who takes it next sees that.
      worker.on("error", () => {});
      worker.unref();
      return spare;
    },
  };
}

function toLoad(
  deployed: DeployedFunction,
  environment: Readonly<Record<string, string>>,
): FunctionToLoad {
  const { id, folder, handler, name, arn, memoryMegabytes, roleName, statements } = deployed;
  const entryFile = findEntryFile(deployed);
  const granted = { name, roleName, statements };
  return { id, folder, entryFile, handler, arn, memoryMegabytes, environment, ...granted };
}

function limited(payload: string): InvocationResult {
  if (Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) return { ok: true, payload };
  const errorMessage =
    "Response payload size exceeded maximum allowed payload size (6291556 bytes).";
  return { ok: false, error: { errorType: "Function.ResponseSizeTooLarge", errorMessage } };
}

function findEntryFile(deployed: DeployedFunction): string | null {
  const [file = "index"] = deployed.handler.split(/\.(?=[^.]*$)/);
  const found = ["mjs", "cjs", "js"].map((ending) => `${file}.${ending}`);
  return found.find((name) => existsSync(join(deployed.folder, name))) ?? null;
}
