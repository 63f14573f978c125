// `npm run sam -- --check`: serves the API with SAM in Docker and runs the smoke test against it.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { runSmoke } from "../../smoke/run-smoke.ts";
import { findFreePort } from "../engines/dynamodb-process.ts";

const START_SECONDS = 120;
/** The first call fetches several hundred MB where the image of the runtime is not there yet. */
const FIRST_CALL_MINUTES = 15;

/** Why the check cannot run here; null when it can. */
export function missingForSam(): string | null {
  const works = (command: string, ...args: string[]) => {
    try {
      execFileSync(command, args, { stdio: "ignore", timeout: 60_000 });
      return true;
    } catch {
      return false;
    }
  };
  if (!works("sam", "--version")) return "the SAM CLI is not installed";
  return works("docker", "info") ? null : "no Docker engine is running";
}

export interface SamCheckInput {
  /** Arguments of `sam local start-api`: the template and the file of variables. */
  readonly args: readonly string[];
  /** The running `npm start`. */
  readonly localUrl: string;
  readonly say: (line: string) => void;
}

/** @returns whether every step succeeded. @throws Error when SAM does not start */
export async function checkSam({ args, localUrl, say }: SamCheckInput): Promise<boolean> {
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const sam = spawn("sam", ["local", "start-api", ...args, "--port", String(port)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  sam.stderr.on("data", (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-10_000);
  });
  try {
    await started(sam, baseUrl, () => output);
    say("SAM runs; its first call fetches and builds the image of the runtime …");
    await fetch(`${baseUrl}/api/health/`, {
      signal: AbortSignal.timeout(FIRST_CALL_MINUTES * 60_000),
    });
    const seed = await readJson<{ phone: string }>(`${localUrl}/_local/seed/`);
    const { works } = await runSmoke({
      baseUrl,
      // Pay links lead to `npm start`.
      publicBaseUrl: localUrl,
      login: { phone: seed.phone, code: () => codeFor(localUrl, seed.phone) },
      receiver: `${localUrl}/_local/receiver/sam-check/`,
      hasGatewayResponses: false,
      say,
    });
    if (!works) say(`\nSAM's last output:\n${output.slice(-3000)}`);
    return works;
  } finally {
    sam.kill("SIGINT");
  }
}

async function started(sam: ChildProcess, url: string, output: () => string): Promise<void> {
  for (let second = 0; second < START_SECONDS; second += 1) {
    if (sam.exitCode !== null) break;
    const answer = await fetch(`${url}/sam-check/`).catch(() => null);
    if (answer !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error(`SAM does not answer:\n${output().slice(-3000)}`);
}

async function codeFor(localUrl: string, phone: string): Promise<string> {
  const url = `${localUrl}/_local/sms/?phone=${encodeURIComponent(phone)}`;
  const { messages } = await readJson<{ messages: { text: string }[] }>(url);
  return /\b\d{6}\b/.exec(messages.at(-1)?.text ?? "")?.[0] ?? "";
}

async function readJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
}
