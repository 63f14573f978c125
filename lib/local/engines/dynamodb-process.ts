import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { UNCHECKED } from "./engine-sockets.ts";
import { indexStreams, memoryFolder, type StreamFilters } from "./stream-index.ts";

/** A loopback port that was free a moment ago. Another process may take it first: be ready to retry. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        resolve(typeof address === "object" && address !== null ? address.port : 0),
      );
    });
  });
}

// DynamoDB as a child process. The child must never outlive us, not even after kill -9: a small shell
// waits at the end of a pipe that only we hold open, and kills it when the pipe closes.

export type DynamoDb = {
  readonly endpoint: string;
  /** False for the one at `DYNAMODB_ENDPOINT`. */
  readonly embedded: boolean;
  close(): Promise<void>;
};

/** An engine of ours. */
type Started = DynamoDb & { readonly ended: Promise<void> };

const START_ATTEMPTS = 3;
/** Between two attempts to start an engine that has ended by itself. */
const RESTART_PAUSE_MILLISECONDS = 1_000;
const START_MILLISECONDS = 20_000;
const WATCHDOG = `exec 3<&0
"$@" </dev/null & engine=$!
( cat <&3 >/dev/null; kill -9 $engine ) 2>/dev/null & watch=$!
wait $engine
kill $watch 2>/dev/null
[ -z "$TEMPORARY" ] || rm -rf "$TEMPORARY"`;

/**
 * Starts the engine, or uses the one at `DYNAMODB_ENDPOINT`. `file` keeps the data; null: in memory.
 * `streams`: indexes the records of streams, and keeps what these filters may match; null: as the engine keeps them.
 * @throws Error where there is no engine for this machine, or it does not start; it says what to do.
 */
export async function startDynamoDb(
  file: string | null,
  { streams = null }: { readonly streams?: StreamFilters | null } = {},
): Promise<DynamoDb> {
  const given = process.env.DYNAMODB_ENDPOINT;
  if (given !== undefined && given !== "") return engineAt(given);
  const binary = findBinary();
  let failure = "";
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const port = await findFreePort();
    const folder = streams !== null && file === null ? memoryFolder() : null;
    const database = folder === null ? file : join(folder, "dynamodb.db");
    const started = await run(binary, database, port, folder);
    if (typeof started !== "string") {
      if (streams !== null && database !== null) await indexStreams(database, streams);
      return keepRunning(started, binary, file, port);
    }
    failure = started;
  }
  throw new Error(`The DynamoDB engine did not start: ${failure}`);
}

async function engineAt(endpoint: string): Promise<DynamoDb> {
  if (!(await answers(endpoint)))
    throw new Error(`No DynamoDB responds at DYNAMODB_ENDPOINT, which is ${endpoint}.`);
  return { endpoint, embedded: false, close: async () => {} };
}

/**
 * Starts the engine again, at the same address, when it ends by itself: the system kills a program when memory runs out.
 * Everything that it acknowledged is in its file.
 *
 * @param file null where nothing is kept
 */
function keepRunning(first: Started, binary: string, file: string | null, port: number): DynamoDb {
  let current = first;
  let closed = false;
  let following = Promise.resolve();
  const restart = async () => {
    if (file === null) {
      return console.error(
        "The table engine has ended, and with it the data, which was in memory only. Start the service again.",
      );
    }
    console.error("The table engine has ended by itself: it is started again.");
    while (!closed) {
      const started = await run(binary, file, port, null);
      if (typeof started !== "string") {
        current = started;
        return follow();
      }
      console.error(`The table engine does not start, and is tried again: ${started}`);
      await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MILLISECONDS).unref());
    }
  };
  const follow = () => {
    void current.ended.then(() => {
      if (!closed) following = restart();
    });
  };
  follow();
  return {
    endpoint: first.endpoint,
    embedded: true,
    async close() {
      closed = true;
      await following;
      await current.close();
    },
  };
}

function findBinary(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const folder = dirname(require.resolve(`${name}/package.json`));
    for (const file of ["dynoxide", "dynoxide.exe", "bin/dynoxide", "bin/dynoxide.exe"]) {
      if (existsSync(join(folder, file))) return join(folder, file);
    }
  } catch {
    // The error below says what to do.
  }
  throw new Error(
    `No DynamoDB engine for ${process.platform}-${process.arch}: the package ${name} is not installed. ` +
      "Run npm ci, or start any DynamoDB (for example DynamoDB Local) and name it in DYNAMODB_ENDPOINT.",
  );
}

/** `temporary`: a folder to remove when the engine ends. */
async function run(
  binary: string,
  file: string | null,
  port: number,
  temporary: string | null,
): Promise<Started | string> {
  const command = [binary, "serve", "--host", "127.0.0.1", "--port", String(port)];
  if (file !== null) command.push("--db-path", file);
  const [program, ...rest] =
    process.platform === "win32" ? command : ["sh", "-c", WATCHDOG, "sh", ...command];
  // A group of its own: Ctrl-C in the terminal must reach us first, not the engine.
  const child = spawn(program ?? binary, rest, {
    stdio: ["pipe", "ignore", "pipe"],
    detached: process.platform !== "win32",
    env: { ...process.env, TEMPORARY: temporary ?? "" },
  });
  let ended = false;
  let words = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-2_000);
  });
  child.stdin?.on("error", () => {});
  const exit = new Promise<void>((resolve) => {
    child.once("exit", () => {
      ended = true;
      resolve();
    });
    child.once("error", (error) => {
      ended = true;
      words += String(error);
      resolve();
    });
  });
  const close = async () => {
    child.ref();
    child.stdin?.destroy();
    if (process.platform === "win32") child.kill();
    await exit;
  };
  const endpoint = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_MILLISECONDS;
  while (!ended && Date.now() < deadline) {
    if (await answers(endpoint)) {
      child.unref();
      return { endpoint, embedded: true, close, ended: exit };
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await close();
  return words.trim() || "no answer";
}

async function answers(endpoint: string): Promise<boolean> {
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { ...UNCHECKED, "x-amz-target": "DynamoDB_20120810.ListTables" },
      body: "{}",
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
