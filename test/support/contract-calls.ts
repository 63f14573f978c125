import { expect } from "vitest";
import * as z from "zod";
import { PROBLEMS, routeErrors } from "../../lib/contract/problems.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import type { ErrorCode } from "../../lib/domain/errors.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { type ApiAnswer, type ApiCall, call } from "./api.ts";

const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().min(1),
  code: z.enum(Object.keys(PROBLEMS) as [ErrorCode, ...ErrorCode[]]),
  request_id: z.string().min(1),
  errors: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
});

/**
 * What any operation may answer although it does not list it: to a parameter or credential that it
 * does not know what to do with, and from the gateway.
 */
const ALWAYS: readonly ErrorCode[] = [
  "invalid_request",
  "not_found",
  "method_not_allowed",
  "payload_too_large",
];

/** Which statuses of which operation a test has seen, e.g. `v1/create-checkout 201`. */
export const seenStatuses = new Set<string>();

/** Sends one request and holds whatever comes back to the contract of its operation. */
export async function contractCall(
  base: string,
  method: string,
  path: string,
  request: ApiCall = {},
): ReturnType<typeof call> {
  const answer = await call(base, method, path, request);
  const route = routeOf(method === "HEAD" ? "GET" : method, new URL(path, base).pathname);
  if (method === "HEAD") {
    expect(answer.body, `HEAD ${path}`).toBe("");
    return answer;
  }
  if (route) seenStatuses.add(`${route.surface}/${route.operation} ${answer.status}`);
  assertContract(route, answer);
  return answer;
}

/** Null where no operation has this method and path. */
function routeOf(method: string, pathname: string): Route | null {
  const fits = (route: Route) => {
    const pattern = route.path.replace(/\/$/, "").replaceAll(".", "\\.");
    return new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`).test(pathname);
  };
  const found = ROUTES.filter((route) => route.method === method && fits(route));
  return found.find((route) => !route.path.includes("{")) ?? found[0] ?? null;
}

function assertContract(route: Route | null, answer: ApiAnswer<unknown>): void {
  const { status, headers, body } = answer;
  const shown = `${route?.operation ?? "no route"} ${status} ${JSON.stringify(body)?.slice(0, 400)}`;
  if (status >= 400) {
    assertProblem(route, answer, shown);
    return;
  }
  if (!route) throw new Error(`an answer without an operation: ${shown}`);
  const schema = route.responses[status];
  if (schema === undefined) throw new Error(`not promised: ${shown}`);
  expect(headers.get("x-request-id"), shown).toMatch(/\S/);
  if (schema instanceof z.ZodType) {
    if (route.page === true && typeof body === "string") return;
    expect(headers.get("content-type"), shown).toMatch(/^application\/json/);
    const result = (schema instanceof z.ZodObject ? schema.strict() : schema).safeParse(body);
    expect(result.error?.issues, shown).toBeUndefined();
  } else if (schema === null) expect(body).toBe("");
  else expect(headers.get("content-type")).toMatch(/^text\//);
}

function assertProblem(route: Route | null, answer: ApiAnswer<unknown>, shown: string): void {
  const { status, headers, body } = answer;
  if (typeof body === "string" && headers.get("content-type")?.startsWith("text/html")) return;
  expect(headers.get("content-type"), shown).toMatch(/^application\/problem\+json/);
  const { code, status: stated, title, type, request_id, detail, errors } = problem.parse(body);
  expect(stated, shown).toBe(status);
  expect({ status, title }, shown).toEqual(PROBLEMS[code]);
  const [invalid] = errors ?? [];
  if (invalid?.path) expect(detail, shown).toBe(`${invalid.path}: ${invalid.message}`);
  expect(type, shown).toMatch(new RegExp(`^https?://[^/]+/api/docs/errors/#error-${code}$`));
  expect(headers.get("x-request-id"), shown).toBe(request_id);
  if (route) expect([...routeErrors(route), ...ALWAYS], shown).toContain(code);
  const comesBack = code === "rate_limited" || code === "service_unavailable";
  if (comesBack) expect(Number(headers.get("retry-after")), shown).toBeGreaterThanOrEqual(1);
}

export interface RouteCall extends ApiCall {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: string;
}

/** Calls routes over HTTP, checks each answer against the contract, and remembers what was seen. */
export function routeCaller(stack: LocalStack, seen: Map<Route, Set<number>>) {
  return async (route: Route, { params = {}, query = "", ...more }: RouteCall = {}) => {
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
    const answer = await call(stack.url, route.method, path + query, more);
    const statuses = seen.get(route) ?? new Set();
    seen.set(route, statuses.add(answer.status));
    assertDeclared(route, answer);
    return answer;
  };
}

/** Statuses that a route says it can answer with, without those that only a broken inside brings. */
export function declaredStatuses(route: Route): readonly number[] {
  const codes = routeErrors(route).filter(
    (code) =>
      code !== "internal" &&
      code !== "service_unavailable" &&
      // Losing a race cannot be provoked; only some operations have conflicts of their own.
      (code !== "conflict" || route.errors.includes("conflict")) &&
      // The gateway's own throttle; only some operations count exactly.
      (code !== "rate_limited" || route.errors.includes("rate_limited")),
  );
  const refusals = codes.map((code) => PROBLEMS[code].status);
  return [...new Set([...Object.keys(route.responses).map(Number), ...refusals])].sort();
}

function assertDeclared(
  route: Route,
  { status, headers, body }: Awaited<ReturnType<typeof call>>,
): void {
  const where = `${route.surface}/${route.operation} ${status}`;
  expect(headers.get("x-request-id"), where).toMatch(/\S+/);
  const schema = route.responses[status];
  if (schema === undefined) {
    const { code } = body as { code: keyof typeof PROBLEMS };
    expect(headers.get("content-type"), where).toContain("application/problem+json");
    expect(body, where).toMatchObject({ status, request_id: expect.any(String) });
    expect(PROBLEMS[code]?.status, where).toBe(status);
    expect(routeErrors(route), where).toContain(code);
  } else if (schema === null) {
    expect(body, where).toBe("");
  } else if (typeof schema !== "string") {
    const parsed = (schema as z.ZodType).safeParse(body);
    expect(parsed.error?.issues, where).toBeUndefined();
  }
}
