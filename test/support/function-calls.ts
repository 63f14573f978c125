import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import * as z from "zod";
import { AwsClient } from "../../lib/cloud/aws-client.ts";
import type { Access, Entity } from "../../lib/contract/access.ts";
import {
  AUTHORIZER_ACCESS,
  AUTHORIZER_ID,
  BUS_RULES,
  functionHandlers,
  QUEUES,
  WORKERS,
  workerFunctionId,
} from "../../lib/contract/functions.ts";
import { PROBLEMS } from "../../lib/contract/problems.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import type { ServiceConfig } from "../../lib/contract/service-config.ts";
import type { Worker } from "../../lib/contract/worker.ts";
import { handlerFiles } from "../../lib/infra/lean-bundles.ts";
import { type Demand, matchesWildcard, readTableRequest } from "../../lib/local/aws/policy.ts";
import { matchesPattern } from "../../lib/local/events/bus.ts";
import { type Principal, writePrincipal } from "../../lib/pipeline/principal.ts";
import { type IndexName, KEY_PREFIXES, TABLE } from "../../lib/store/table.ts";

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

/** Functions that no route describes. */
const RIGHTS = new Map<string, Access>([
  [AUTHORIZER_ID, AUTHORIZER_ACCESS],
  ...WORKERS.map((worker) => [workerFunctionId(worker), worker.access] as const),
]);

/**
 * Imports a function's handler by its id, after `setFunctionEnvironment`: `v1-create-checkout`. A worker and the authorizer run
 * with the rights that their tables grant; endpoints get theirs from `answer`.
 */
export async function loadHandler<H>(id: string): Promise<H> {
  const { file, name } = FILES.get(id) ?? {};
  if (file === undefined || name === undefined) throw new Error(`There is no function ${id}.`);
  const handlers = await import(/* @vite-ignore */ join(ROOT, file));
  const handler = handlers[name];
  const access = RIGHTS.get(id);
  if (access === undefined) return handler as H;
  const held = (...given: unknown[]) => withRights({ name: id, access }, () => handler(...given));
  return held as H;
}

/** What a test says of a request; the rest follows from the route. */
export interface Invocation {
  readonly principal?: Principal;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sourceIp?: string;
  /** Default: the next number. */
  readonly requestId?: string;
}

export interface InvocationAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // Answers are held to the route's schema below; tests say what they expect of each field.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<Answer>;

const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[]),
  request_id: z.string(),
  errors: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
});

/** Calls a function as the gateway does, with the rights that its route grants on the table. */
export function answer(handler: unknown, route: Route, invocation: Invocation): Promise<Answer> {
  const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
  const { operation: name, access } = route;
  const event = proxyEvent(route, invocation);
  return withRights({ name, access }, () => (handler as Handler)(event, context));
}

/** What a worker calls, with the rights that its table entry grants. */
export function asWorker<Given extends unknown[], Result>(
  { name, access }: Worker,
  run: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  return (...given) => withRights({ name, access }, () => run(...given));
}

interface Rights {
  readonly name: string;
  readonly access: Access;
}

/** The function that runs, and the first request that it had no right to. */
const called = new AsyncLocalStorage<Rights & { refused: Error | null }>();

/** @throws Error for a request without a right, also where the function takes it for a fault that it survives */
async function withRights<T>(rights: Rights, run: () => Promise<T>): Promise<T> {
  const running = { ...rights, refused: null };
  const [result] = await Promise.allSettled([called.run(running, run)]);
  if (running.refused !== null) throw running.refused;
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

/** Runs what a test lets happen while a function runs: it is not held to that function's rights. */
export const meanwhile = <T>(act: () => T): T => called.exit(act);

const send = Reflect.get(AwsClient.prototype, "call");
Reflect.set(
  AwsClient.prototype,
  "call",
  function (this: AwsClient, operation: string, input: object, ...more: readonly unknown[]) {
    const running = called.getStore();
    if (running !== undefined) {
      try {
        assertGranted(running, operation, input);
      } catch (error) {
        running.refused ??= error as Error;
        throw error;
      }
    }
    return Reflect.apply(send, this, [operation, input, ...more]);
  },
);

const LEADING_KEYS = "dynamodb:LeadingKeys";
const hashKey = (AttributeName: string) => [{ AttributeName, KeyType: "HASH" as const }];
const KEYS_OF_TABLE = {
  ...{ arn: "table", attributes: [], keys: hashKey(TABLE.partitionKey), streamView: null },
  indexes: TABLE.indexes.map(({ name, partitionKey }) => ({
    ...{ IndexName: name, KeySchema: hashKey(partitionKey), Projection: {} },
  })),
};

function assertGranted({ name, access }: Rights, operation: string, input: object): void {
  for (const { action, resource, context = {} } of demandsOf(operation, input)) {
    const [, index] = resource.split("/index/");
    const entities = Object.entries(access.table ?? {}) as [Entity, readonly string[]][];
    const granted = entities
      .filter(([, actions]) => actions.includes(action.slice("dynamodb:".length)))
      .flatMap(([entity]) => {
        const { table, indexes } = KEY_PREFIXES[entity];
        return index === undefined ? table : (indexes?.[index as IndexName] ?? []);
      });
    const keys = context[LEADING_KEYS] ?? [];
    const isGranted = (key: string) => granted.some((pattern) => matchesWildcard(pattern, key));
    if (granted.length === 0 || !keys.every(isGranted)) {
      throw new Error(`${name} may not ${action} ${index ?? ""} ${keys}`);
    }
  }
}

/** What a request demands of a table; nothing of one to another service. */
function demandsOf(operation: string, input: object): readonly Demand[] {
  const { TableName, RequestItems, TransactItems } = input as Partial<
    Record<"TableName" | "RequestItems" | "TransactItems", object | string>
  >;
  if (!TableName && !RequestItems && !TransactItems) return [];
  const name = process.env.TABLE_NAME ?? "";
  return readTableRequest(operation, input, [{ ...KEYS_OF_TABLE, name }]).demands;
}

/** Calls a function as the gateway does, and holds every answer to the contract. */
export async function invoke(
  handler: unknown,
  route: Route,
  invocation: Invocation = {},
): Promise<InvocationAnswer> {
  const { statusCode: status, headers, body: text } = await answer(handler, route, invocation);
  const body: unknown = text === "" ? null : JSON.parse(text);
  assertContract(route, status, body);
  return { status, headers, body };
}

function assertContract(route: Route, status: number, body: unknown): void {
  if (status >= 400) {
    const { code } = problem.parse(body);
    if (PROBLEMS[code].status !== status) throw new Error(`${code} is not a ${status}`);
    return;
  }
  const schema = route.responses[status];
  if (schema === undefined) throw new Error(`${route.operation} does not promise a ${status}`);
  if (schema instanceof z.ZodType) strictly(schema).parse(body);
}

/** Kept because zod compiles each new schema at its first use. */
const strict = new WeakMap<z.ZodType, z.ZodType>();

/** The schema, which also refuses unknown fields at the top level. */
function strictly(schema: z.ZodType): z.ZodType {
  const known = strict.get(schema);
  if (known !== undefined) return known;
  const made = schema instanceof z.ZodObject ? schema.strict() : schema;
  strict.set(schema, made);
  return made;
}

let requests = 0;

export function proxyEvent(route: Route, invocation: Invocation): APIGatewayProxyEvent {
  const { principal, params = {}, query = {}, body, headers = {} } = invocation;
  requests += 1;
  const { sourceIp = "198.51.100.7", requestId = `test-${requests}` } = invocation;
  return {
    resource: route.path.replace(/\/$/, ""),
    path: route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ""),
    httpMethod: route.method,
    headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
    multiValueHeaders: {},
    pathParameters: Object.keys(params).length > 0 ? params : null,
    queryStringParameters: query,
    multiValueQueryStringParameters: Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, [value]]),
    ),
    stageVariables: null,
    body: body === undefined ? null : JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: {
      requestId,
      requestTimeEpoch: Date.now(),
      identity: { sourceIp },
      authorizer: principal === undefined ? null : { principal: writePrincipal(principal) },
    },
  } as unknown as APIGatewayProxyEvent;
}

/** The queues that the rules of the bus hand an event to. `replay`: it comes from the archive, by this name. */
export function queuesOf(detail: unknown, replay?: string): readonly string[] {
  const event = { detail, ...(replay !== undefined && { "replay-name": replay }) };
  return BUS_RULES.flatMap(({ queue, pattern = {} }) =>
    matchesPattern(pattern, event) ? [queue] : [],
  );
}
