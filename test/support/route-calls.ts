import { expect } from "vitest";
import type * as z from "zod";
import { PROBLEMS, routeErrors } from "../../lib/contract/problems.ts";
import type { Route } from "../../lib/contract/route.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { type ApiCall, call } from "./api.ts";

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
    assertContract(route, answer);
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

function assertContract(
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
