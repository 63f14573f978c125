import assert from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { basename, join } from "node:path";

/** What the service answers to one request of a case. */
interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  /** `drop`: closes the connection. `cut`: breaks off within the body. `hang`: never answers. `drip`: a byte of the body now and then, without an end. `drip_headers`: the same before the body. */
  readonly fault?: "drop" | "cut" | "hang" | "drip" | "drip_headers";
  /** Bytes of a body that never ends before. */
  readonly bytes?: number;
  /** The whole response as it is sent, in place of all above, before the connection closes; with `cut`, it is reset. */
  readonly raw?: string;
}

export interface Case {
  readonly name: string;
  readonly call?: Readonly<Record<string, unknown>>;
  readonly webhook?: Readonly<Record<string, unknown>>;
  /** In turn; the last one repeats. */
  readonly answers?: readonly Answer[];
  readonly expect: {
    /** A part of what the driver reports. A text between slashes is a pattern; `[min, max]` a range of `waits`. */
    readonly outcome: Readonly<Record<string, unknown>>;
    /** In order; a part of each request. */
    readonly requests?: readonly Readonly<Record<string, unknown>>[];
  };
}

export interface CaseFile {
  readonly file: string;
  readonly cases: readonly Case[];
}

/** The credentials of all cases. None may appear in anything that a client reports or prints. */
export const SECRETS = ["pk_test_Kd83hfPqLx0", "token_Rw5nXc7vTb2"] as const;
const [API_KEY, ACCESS_TOKEN] = SECRETS;

/** All case files of a folder. */
export function loadCases(folder = import.meta.dirname): readonly CaseFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => ({
      file: basename(name, ".json"),
      cases: JSON.parse(readFileSync(join(folder, name), "utf8")) as readonly Case[],
    }));
}

interface Seen {
  readonly method: string | undefined;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** A service that answers as the cases say, and another host that nobody may reach. */
async function startService(cases: readonly Case[]) {
  const seen: Seen[][] = cases.map(() => []);
  let strayed = 0;
  const other = createServer((_, response) => {
    strayed += 1;
    response.end("{}");
  });
  other.listen(0, "127.0.0.1");
  await once(other, "listening");

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, index = "", path = "/"] = /^\/(\d+)(.*)$/.exec(request.url ?? "") ?? [];
    const text = Buffer.concat(await request.toArray()).toString();
    const requests = seen[Number(index)];
    const answers = cases[Number(index)]?.answers ?? [];
    const answer = answers[Math.min(requests?.length ?? 0, answers.length - 1)] ?? {};
    const { method, headers } = request;
    requests?.push({ method, path, headers, body: text === "" ? null : JSON.parse(text) });
    // To the service, an unescaped U+FFFD looks like a byte that is not UTF-8.
    respond(response, text.includes("\ufffd") ? { status: 400 } : answer, addressOf(other));
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: addressOf(server),
    seen,
    strayed: () => strayed,
    close() {
      for (const one of [server, other]) {
        one.close();
        one.closeAllConnections();
      }
    },
  };
}

function addressOf(server: ReturnType<typeof createServer>): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

function respond(response: ServerResponse, answer: Answer, other: string): void {
  const { status = 200, fault, bytes, json, text, raw } = answer;
  if (fault === "hang") return;
  if (fault === "drop") {
    response.destroy();
    return;
  }
  if (raw !== undefined) {
    const { socket } = response;
    if (fault === "cut") socket?.write(raw, () => socket.resetAndDestroy());
    else socket?.end(raw);
    return;
  }
  if (fault === "drip_headers") {
    const { socket } = response;
    socket?.write(`HTTP/1.1 ${status} OK\r\n`);
    const timer = setInterval(() => socket?.write("x-more: 1\r\n"), 50);
    response.on("close", () => clearInterval(timer));
    return;
  }
  const body = json === undefined ? (text ?? "") : filled(JSON.stringify(json));
  const type = json === undefined ? "text/html" : "application/json";
  const headers = Object.entries({ "content-type": type, ...answer.headers }).map(
    ([name, value]) => [name, value.replace("{other}", other)] as const,
  );
  response.sendDate = answer.headers?.date === undefined;
  response.writeHead(status, Object.fromEntries(headers));
  if (fault === "cut") {
    response.write(body, () => response.destroy());
  } else if (fault === "drip") {
    const timer = setInterval(() => response.write(" "), 50);
    response.on("close", () => clearInterval(timer));
  } else if (bytes !== undefined) {
    pour(response, bytes);
  } else {
    response.end(body);
  }
}

/** A service that repeats the credential, as a proxy with a debug page does. */
function filled(text: string): string {
  return text.replaceAll("{api_key}", API_KEY);
}

function pour(response: ServerResponse, bytes: number): void {
  const chunk = Buffer.alloc(65_536, "[");
  let left = bytes;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      if (!response.write(chunk)) {
        response.once("drain", more);
        return;
      }
    }
    response.end();
  };
  more();
}

export interface Driver {
  readonly command: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs cases against a client: a driver reads them from its standard input, and writes a list of outcomes.
 *
 * @returns what is wrong, one text for each case that failed
 */
export async function runCases(driver: Driver, cases: readonly Case[]): Promise<string[]> {
  const service = await startService(cases);
  try {
    const task = { base_url: service.url, api_key: API_KEY, access_token: ACCESS_TOKEN, cases };
    const { out, error, code } = await drive(driver, JSON.stringify(task));
    const leaked = SECRETS.filter((secret) => (out + error).includes(secret));
    if (leaked.length > 0) return [`prints a credential:\n${out}\n${error}`];
    if (code !== 0) return [`the driver ended with ${code}:\n${error.slice(-2_000)}`];
    const outcomes = JSON.parse(out) as readonly unknown[];
    const problems = cases.flatMap((one, index) => {
      const problem = judge(one, outcomes[index], service.seen[index] ?? []);
      return problem === null ? [] : [`${one.name}: ${problem}`];
    });
    return service.strayed() === 0 ? problems : [...problems, "a request went to another host"];
  } finally {
    service.close();
  }
}

async function drive({ command, cwd, env }: Driver, input: string) {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
  child.stdin.end(input);
  const [out, error] = [child.stdout, child.stderr].map((stream) => stream.toArray());
  const [code] = await once(child, "close");
  const text = async (chunks: Promise<unknown[]> | undefined) =>
    Buffer.concat(((await chunks) ?? []) as Buffer[]).toString();
  return { code, out: await text(out), error: await text(error) };
}

function judge({ expect }: Case, outcome: unknown, seen: readonly Seen[]): string | null {
  try {
    matches(outcome, expect.outcome, "outcome");
    if (expect.requests) {
      assert.equal(seen.length, expect.requests.length, "number of requests");
      for (const [index, one] of expect.requests.entries()) {
        matches(seen[index], one, `request ${index + 1}`);
      }
    }
    return null;
  } catch (error) {
    return `${error instanceof Error ? error.message : error}\n  ${JSON.stringify(outcome)}`;
  }
}

/** Compares the parts that are expected. */
function matches(found: unknown, expected: unknown, at: string): void {
  if (isRange(expected, at)) {
    const [least = 0, most = 0] = expected;
    assert.ok(Number(found) >= least && Number(found) <= most, `${at}: ${found} is out of range`);
  } else if (Array.isArray(expected)) {
    assert.ok(Array.isArray(found), `${at} is not a list`);
    assert.equal(found.length, expected.length, `${at}: number of items`);
    for (const [index, one] of expected.entries()) matches(found[index], one, `${at}.${index}`);
  } else if (typeof expected === "object" && expected !== null) {
    const isObject = typeof found === "object" && found !== null && !Array.isArray(found);
    assert.ok(isObject, `${at} is ${JSON.stringify(found)}`);
    for (const [name, one] of Object.entries(expected)) {
      matches((found as Record<string, unknown>)[name], one, `${at}.${name}`);
    }
  } else if (typeof expected === "string" && /^\/.+\/$/.test(expected)) {
    assert.match(String(found), new RegExp(expected.slice(1, -1)), at);
  } else {
    assert.equal(found, expected, at);
  }
}

function isRange(expected: unknown, at: string): expected is readonly number[] {
  return /\.waits\.\d+$/.test(at) && Array.isArray(expected);
}
