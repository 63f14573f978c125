import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname, join } from "node:path";

// The CloudFormation emulator: ministack from PyPI, in a virtual environment of its own.

/** The version that this repository was last deployed to. */
const VERSION = "1.5.33";
const ACCOUNT = "111122223333";
const START_SECONDS = 60;

export interface Emulator {
  readonly url: string;
  readonly account: string;
  /** Of a process that reaches it: the AWS CLI, the CDK, an SDK client. */
  readonly environment: NodeJS.ProcessEnv;
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

/** Without the AWS variables of the person's shell: a profile would win over the emulator's keys. */
export function emulatorEnvironment(
  own: NodeJS.ProcessEnv,
  { url, region }: { readonly url: string; readonly region: string },
): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.entries(own).filter(([name]) => !name.startsWith("AWS_"))),
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: ACCOUNT,
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_EC2_METADATA_DISABLED: "true",
    CDK_DISABLE_VERSION_CHECK: "1",
    CDK_DISABLE_CLI_TELEMETRY: "true",
  };
}

/** @throws Error when it does not answer within a minute; its output is in `{folder}/ministack.log` */
export async function startEmulator(
  program: string,
  options: { readonly port: number; readonly region: string; readonly folder: string },
): Promise<Emulator> {
  const { port, region, folder } = options;
  const url = `http://127.0.0.1:${port}`;
  const environment = emulatorEnvironment(process.env, { url, region });
  mkdirSync(folder, { recursive: true });
  const log = openSync(join(folder, "ministack.log"), "w");
  const child = spawn(program, [], {
    cwd: folder,
    stdio: ["ignore", log, log],
    env: {
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

// Calls to the emulator for which the project has no SDK client.

/** @throws Error with the emulator's answer unless it is 2xx */
async function post(
  { url, account, environment }: Emulator,
  service: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<string> {
  const scope = `${account}/20260101/${environment.AWS_REGION}/${service}/aws4_request`;
  const response = await fetch(url + path, {
    method: "POST",
    headers: {
      // The emulator reads account and service from the scope, and does not check the signature.
      authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
      ...headers,
    },
    body,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${service} answered ${response.status}: ${text}`);
  return text;
}

/** @returns the function's result as text */
export function invokeFunction(emulator: Emulator, name: string): Promise<string> {
  return post(emulator, "lambda", `/2015-03-31/functions/${name}/invocations`, {}, "{}");
}

/** Messages of a function's log group, oldest first. */
export async function logLines(emulator: Emulator, name: string): Promise<readonly string[]> {
  const headers = {
    "content-type": "application/x-amz-json-1.1",
    "x-amz-target": "Logs_20140328.FilterLogEvents",
  };
  const input = JSON.stringify({ logGroupName: `/aws/lambda/${name}` });
  const { events = [] } = JSON.parse(await post(emulator, "logs", "/", headers, input)) as {
    events?: { message: string }[];
  };
  return events.map(({ message }) => message);
}

const JSON_10 = { "content-type": "application/x-amz-json-1.0" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_11 = { "content-type": "application/x-amz-json-1.1" };

/**
 * What still exists, one line each: `{kind} {name}`. A KMS key that waits for its deletion is named with its
 * state, because AWS keeps it for a week at least. Leaves out what the bootstrap made.
 */
export async function remainingResources(emulator: Emulator): Promise<readonly string[]> {
  const json = async (service: string, target: string, base: Record<string, string>, input = {}) =>
    JSON.parse(
      await post(
        emulator,
        service,
        "/",
        { ...base, "x-amz-target": target },
        JSON.stringify(input),
      ),
    );
  const query = async (service: string, action: string, element: string) => {
    const answer = await post(emulator, service, "/", FORM, action);
    return [...answer.matchAll(new RegExp(`<${element}>([^<]+)`, "g"))].map(([, name]) => name);
  };
  const tables = await json("dynamodb", "DynamoDB_20120810.ListTables", JSON_10);
  const queues = await json("sqs", "AmazonSQS.ListQueues", JSON_10);
  const secrets = await json("secretsmanager", "secretsmanager.ListSecrets", JSON_11);
  const logs = await json("logs", "Logs_20140328.DescribeLogGroups", JSON_11);
  const keys = await json("kms", "TrentService.ListKeys", JSON_11);
  const keyLines = keys.Keys.map(async ({ KeyId }: { KeyId: string }) => {
    const { KeyMetadata } = await json("kms", "TrentService.DescribeKey", JSON_11, { KeyId });
    const { KeyState } = KeyMetadata;
    return `KMS key ${KeyId}${KeyState === "Enabled" ? "" : ` (${KeyState})`}`;
  });
  const topics = await query("sns", "Action=ListTopics&Version=2010-03-31", "TopicArn");
  const roles = await query("iam", "Action=ListRoles&Version=2010-05-08", "RoleName");
  return [
    ...tables.TableNames.map((name: string) => `table ${name}`),
    ...(queues.QueueUrls ?? []).map((url: string) => `queue ${url.split("/").at(-1)}`),
    ...secrets.SecretList.map(({ Name }: { Name: string }) => `secret ${Name}`),
    ...logs.logGroups.map(
      ({ logGroupName }: { logGroupName: string }) => `log group ${logGroupName}`,
    ),
    ...topics.map((arn) => `topic ${arn}`),
    ...roles.filter((name) => !name?.startsWith("cdk-")).map((name) => `role ${name}`),
    ...(await Promise.all(keyLines)),
  ];
}
