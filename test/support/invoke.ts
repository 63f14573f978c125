import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import * as z from "zod";
import { PROBLEMS } from "../../lib/contract/problems.ts";
import type { Route } from "../../lib/contract/route.ts";
import { type Principal, writePrincipal } from "../../lib/pipeline/principal.ts";

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

/** Calls a function as the gateway does, and holds every answer to the contract. */
export async function invoke(
  handler: unknown,
  route: Route,
  invocation: Invocation = {},
): Promise<InvocationAnswer> {
  const event = proxyEvent(route, invocation);
  const answer = await (handler as Handler)(event, {
    getRemainingTimeInMillis: () => 10_000,
  } as Context);
  const { statusCode: status, headers } = answer;
  const body: unknown = answer.body === "" ? null : JSON.parse(answer.body);
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
