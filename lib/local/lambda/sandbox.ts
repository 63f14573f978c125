// One worker thread that runs one function, one invocation at a time.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { DeployedFunction } from "../assembly/functions.ts";
import type { FromThread, LambdaError, ThreadData, ToThread } from "./messages.ts";
import { threadCode } from "./thread-code.ts";

export type InvocationResult =
  /** JSON text */
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly error: LambdaError };

export type Sandbox = {
  /** Never rejects. The sandbox must be idle. */
  invoke(event: string, requestId: string): Promise<InvocationResult>;
  /** False once it ended, failed to start, or was ended for running too long. */
  readonly alive: boolean;
  /** When it was last used, in ms of the real clock. */
  readonly usedAt: number;
  close(): Promise<void>;
};

/** Lambda's own limit for an answer. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;
/** Lambda gives the first start ten seconds of its own. */
const INIT_MILLISECONDS = 10_000;

export function openSandbox(
  deployed: DeployedFunction,
  options: {
    readonly clock: SharedArrayBuffer;
    readonly environment: Record<string, string>;
    readonly log: (chunk: string) => void;
  },
): Sandbox {
  const data: ThreadData = {
    clock: options.clock,
    folder: deployed.folder,
    entryFile: entryFile(deployed),
    handler: deployed.handler,
    functionName: deployed.name,
    functionArn: deployed.arn,
    memoryMegabytes: deployed.memoryMegabytes,
  };
  const worker = new Worker(threadCode(), {
    eval: true,
    workerData: data,
    env: options.environment,
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: Math.max(128, deployed.memoryMegabytes),
      // Many small threads: a young generation of the usual size would cost 16 MB in each.
      maxYoungGenerationSizeMb: 8,
    },
  });
  for (const stream of [worker.stdout, worker.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", options.log);
  }
  worker.setMaxListeners(0);
  let alive = true;
  let usedAt = performance.now();
  let finish: ((result: InvocationResult) => void) | null = null;
  let initialised: (failure: LambdaError | null) => void = () => {};
  const init = new Promise<LambdaError | null>((resolve) => {
    initialised = resolve;
  });

  const end = (error: LambdaError) => {
    alive = false;
    initialised(error);
    finish?.({ ok: false, error });
    finish = null;
  };
  worker.on("message", (message: FromThread) => {
    if (message.kind === "ready") return initialised(null);
    if (message.kind === "init_failed") {
      options.log(`${JSON.stringify(message.error)}\n`);
      end(message.error);
      return void worker.terminate();
    }
    const done = finish;
    finish = null;
    done?.(
      message.kind === "result" ? limited(message.payload) : { ok: false, error: message.error },
    );
  });
  worker.on("error", (error: Error) => {
    options.log(`${error.stack ?? error}\n`);
    end({ errorType: error.name, errorMessage: error.message });
  });
  worker.on("exit", (code) =>
    end({
      errorType: "Runtime.ExitError",
      errorMessage: `Runtime exited with error: exit status ${code}`,
    }),
  );

  return {
    async invoke(event, requestId) {
      usedAt = performance.now();
      const failure = await within(init, INIT_MILLISECONDS);
      if (failure !== null) {
        alive = false;
        void worker.terminate();
        return { ok: false, error: failure };
      }
      const timeoutMilliseconds = deployed.timeoutSeconds * 1000;
      const result = await new Promise<InvocationResult>((resolve) => {
        const timer = setTimeout(() => {
          alive = false;
          finish = null;
          void worker.terminate();
          const errorMessage = `${requestId} Task timed out after ${deployed.timeoutSeconds.toFixed(2)} seconds`;
          options.log(`${errorMessage}\n`);
          resolve({ ok: false, error: { errorType: "Sandbox.Timedout", errorMessage } });
        }, timeoutMilliseconds);
        finish = (outcome) => {
          clearTimeout(timer);
          resolve(outcome);
        };
        worker.postMessage({ requestId, event, timeoutMilliseconds } satisfies ToThread);
      });
      if (!result.ok) options.log(`${JSON.stringify(result.error)}\n`);
      usedAt = performance.now();
      return result;
    },
    get alive() {
      return alive;
    },
    get usedAt() {
      return usedAt;
    },
    async close() {
      alive = false;
      await worker.terminate();
    },
  };
}

async function within(
  init: Promise<LambdaError | null>,
  milliseconds: number,
): Promise<LambdaError | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<LambdaError>((resolve) => {
    timer = setTimeout(
      () =>
        resolve({
          errorType: "Sandbox.Timedout",
          errorMessage: "the function did not start in time",
        }),
      milliseconds,
    );
  });
  const outcome = await Promise.race([init, late]);
  clearTimeout(timer);
  return outcome;
}

function limited(payload: string): InvocationResult {
  if (Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) return { ok: true, payload };
  const errorMessage =
    "Response payload size exceeded maximum allowed payload size (6291556 bytes).";
  return { ok: false, error: { errorType: "Function.ResponseSizeTooLarge", errorMessage } };
}

function entryFile(deployed: DeployedFunction): string | null {
  const [file = "index"] = deployed.handler.split(/\.(?=[^.]*$)/);
  const found = ["mjs", "cjs", "js"].map((ending) => `${file}.${ending}`);
  return found.find((name) => existsSync(join(deployed.folder, name))) ?? null;
}
