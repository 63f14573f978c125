// Calls to the emulator for which the project has no SDK client.
import type { Emulator } from "./emulator.ts";

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
