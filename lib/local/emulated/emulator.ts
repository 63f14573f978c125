// The CloudFormation emulator: ministack from PyPI, in a virtual environment of its own.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname, join } from "node:path";

/** The version that this repository was last deployed to. */
const VERSION = "1.5.33";
const ACCOUNT = "111122223333";
const START_SECONDS = 60;

export interface Emulator {
  readonly url: string;
  readonly account: string;
  /** Variables with which the AWS CLI, the CDK and SDK clients reach it. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** @returns null where Python with `venv` is missing. @throws Error when the package cannot be installed */
export function installEmulator(folder: string, say: (line: string) => void): string | null {
  // A folder for each version: another version is installed anew.
  const environment = join(folder, VERSION);
  const program = join(environment, "bin", "ministack");
  if (existsSync(program)) return program;
  try {
    execFileSync("python3", ["-c", "import venv, ensurepip"], { stdio: "ignore" });
  } catch {
    return null;
  }
  say(`installing ministack ${VERSION} …`);
  execFileSync("python3", ["-m", "venv", environment], { stdio: "ignore" });
  execFileSync(join(environment, "bin", "pip"), ["install", "--quiet", `ministack==${VERSION}`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return program;
}

/** @throws Error when it does not answer within a minute; its output is in `{folder}/ministack.log` */
export async function startEmulator(
  program: string,
  options: { readonly port: number; readonly region: string; readonly folder: string },
): Promise<Emulator> {
  const { port, region, folder } = options;
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: ACCOUNT,
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_EC2_METADATA_DISABLED: "true",
    CDK_DISABLE_VERSION_CHECK: "1",
    CDK_DISABLE_CLI_TELEMETRY: "true",
  };
  mkdirSync(folder, { recursive: true });
  const log = openSync(join(folder, "ministack.log"), "w");
  const child = spawn(program, [], {
    cwd: folder,
    stdio: ["ignore", log, log],
    env: {
      ...process.env,
      ...environment,
      PATH: `${dirname(program)}:${process.env.PATH}`,
      BIND_HOST: "127.0.0.1",
      GATEWAY_PORT: String(port),
      MINISTACK_HOST: "127.0.0.1",
      MINISTACK_ACCOUNT_ID: ACCOUNT,
      MINISTACK_REGION: region,
      LAMBDA_EXECUTOR: "local",
      S3_DATA_DIR: join(folder, "s3"),
      // Never a container, even where Docker is.
      DOCKER_HOST: "unix:///nonexistent",
    },
  });
  closeSync(log);
  const close = () => stop(child);
  for (let second = 0; second < START_SECONDS; second += 0.5) {
    const answer = await fetch(`${url}/_localstack/health`).catch(() => null);
    if (answer?.ok) return { url, account: ACCOUNT, environment, close };
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await close();
  throw new Error(`The emulator does not answer; see ${join(folder, "ministack.log")}.`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await exit;
  clearTimeout(timer);
}
