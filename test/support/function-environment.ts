import { join } from "node:path";
import { functionHandlers, QUEUES, WORKERS } from "../../lib/contract/functions.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import type { ServiceConfig } from "../../lib/contract/service-config.ts";
import { handlerFiles } from "../../lib/infra/handler-entries.ts";

const SECRETS = [
  "webhook-encryption-key",
  "otp-pepper",
  "signing-key",
  "cloudfront-origin",
  "providers",
  "sms-sender",
];

export interface FunctionEnvironment {
  readonly tableName: string;
  readonly dynamoDbEndpoint: string;
  readonly config?: Partial<ServiceConfig>;
}

/**
 * Gives this process the variables that the deployment gives to functions. Call it before a function
 * is imported: functions look at their environment while they load.
 */
export function setFunctionEnvironment({
  tableName,
  dynamoDbEndpoint,
  config = {},
}: FunctionEnvironment): void {
  Object.assign(process.env, {
    STAGE: "test",
    PUBLIC_BASE_URL: "https://pay.example",
    DEFAULT_CURRENCY: "ETB",
    PHONE_REGION: "ET",
    SERVICE_CONFIG: JSON.stringify(config),
    TABLE_NAME: tableName,
    BUS_NAME: "test-events",
    AWS_REGION: "local",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDbEndpoint,
    AWS_REQUEST_TIMEOUT_MS: "30000",
    ...Object.fromEntries(
      QUEUES.map(({ name }) => [variable("QUEUE_URL", name), `https://queues.example/${name}`]),
    ),
    ...Object.fromEntries(SECRETS.map((name) => [variable("SECRET", name), `secret:${name}`])),
  });
}

function variable(kind: string, name: string): string {
  return `${kind}_${name.toUpperCase().replaceAll("-", "_")}`;
}

const ROOT = join(import.meta.dirname, "..", "..");
const FILES = new Map(
  handlerFiles(functionHandlers(ROUTES, WORKERS), ROOT).map((found) => [found.id, found]),
);

/** Imports a function's handler by its id, after `setFunctionEnvironment`: `v1-create-checkout`. */
export async function loadHandler<H>(id: string): Promise<H> {
  const { file, name } = FILES.get(id) ?? {};
  if (file === undefined || name === undefined) throw new Error(`There is no function ${id}.`);
  const handlers = await import(/* @vite-ignore */ join(ROOT, file));
  return handlers[name] as H;
}
