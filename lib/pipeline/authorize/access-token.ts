import type { APIGatewayAuthorizerResult } from "aws-lambda";
import { accessTokenKeyId, verifyAccessToken } from "../../cloud/access-token.ts";
import { DASHBOARD_OPERATIONS } from "../../contract/dashboard-operations.ts";
import { grantOf, type Role } from "../../contract/roles.ts";
import type { ErrorCode } from "../../domain/errors.ts";
import { getPublishedKeys, type PublishedKey } from "../../store/sessions.ts";
import { now, table } from "../deps.ts";
import { environment } from "../environment.ts";
import { once } from "../once.ts";
import {
  type KeyPrincipal,
  type Principal,
  type UserPrincipal,
  writePrincipal,
} from "../principal.ts";

/**
 * Cache time of the published keys, and the minimum time between reads for an unknown `kid`. The gateway caches an
 * answer for 60 s more, so a dropped key stops working within two minutes.
 */
const CACHE_MS = 60_000;
const COOLDOWN_MS = 30_000;

/** The principal of an access token, or why it is refused. */
export async function principalOfToken(
  token: string,
): Promise<UserPrincipal | "token_expired" | "unauthenticated"> {
  const kid = accessTokenKeyId(token);
  if (kid === null) return "unauthenticated";
  const keys = await keysFor()(kid);
  const subject = await verifyAccessToken(token, keys, {
    issuer: environment().publicBaseUrl,
    now: now(),
  });
  if (subject === "expired") return "token_expired";
  if (subject === "invalid") return "unauthenticated";
  return { kind: "user", ...subject, apps: [] };
}

/** A flood of unknown `kid`s costs one read per 30 s. */
const keysFor = once(() => {
  let cached: readonly PublishedKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return async (kid: string): Promise<readonly PublishedKey[]> => {
    const age = now() - readAt;
    const isKnown = cached.some((key) => key.kid === kid);
    if (age >= CACHE_MS || age < 0 || (!isKnown && age >= COOLDOWN_MS)) {
      const at = now();
      cached = await getPublishedKeys(table());
      readAt = at;
    }
    return cached;
  };
});

type Surface = "v1" | "platform";

/** Allows a key the server API, whose functions check its scopes. The gateway returns 403 for anything else. */
export function allowKey(methodArn: string, principal: KeyPrincipal): APIGatewayAuthorizerResult {
  return result([surfaceArn(methodArn, "v1")], principal.keyId, contextOf(principal));
}

/**
 * Allows a member the dashboard operations of their role, and an operator also those of the console. Functions check the
 * role again, against the stored membership. The gateway returns 403 for anything else.
 *
 * @param isOperator see `mayOperate`
 */
export function allowMember(
  methodArn: string,
  principal: UserPrincipal,
  isOperator: boolean,
): APIGatewayAuthorizerResult {
  const resources = resourcesOf(methodArn, principal.role, isOperator);
  return result(resources, principal.userId, contextOf(principal));
}

function contextOf(principal: Principal): Readonly<Record<string, string>> {
  return { principal: writePrincipal(principal) };
}

/**
 * Allows a request with bad credentials, which the function will refuse: the gateway has one status for every refusal of
 * an authorizer, and roles need its 403. Without a principal, no function does anything else.
 */
export function allowWithProblem(
  methodArn: string,
  surface: Surface,
  problem: ErrorCode,
  detail: string,
): APIGatewayAuthorizerResult {
  return result([surfaceArn(methodArn, surface)], "nobody", { problem, detail });
}

function result(
  resources: readonly string[],
  principalId: string,
  context: Readonly<Record<string, string>>,
): APIGatewayAuthorizerResult {
  return {
    principalId,
    policyDocument: {
      Version: "2012-10-17",
      Statement: [{ Action: "execute-api:Invoke", Effect: "Allow", Resource: [...resources] }],
    },
    context: { ...context },
  };
}

/** `arn:…:{api}/{stage}/GET/api/v1/checkouts` → every method and path of the surface. */
function surfaceArn(methodArn: string, surface: Surface): string {
  const [api = "", stage = ""] = methodArn.split("/");
  return `${api}/${stage}/*/api/${surface}/*`;
}

type Operation = (typeof DASHBOARD_OPERATIONS)[number];

/** Operations by the first part of their path below the surface: `/api/platform/apps`. */
const AREAS = Map.groupBy(DASHBOARD_OPERATIONS, ([, path]) =>
  path.split("/").slice(0, 4).join("/"),
);

/**
 * Every operation of a role, with and without its trailing slash; `HEAD` reads as `GET` does. The gateway uses the result
 * for all of the token's requests of 60 s, so it does not depend on this one.
 *
 * One wildcard stands for an area, or for a method in it, of which the role has everything. Listed one by one, an owner's
 * operations take 31 KB. AWS documents no limit for REST APIs, but it has one of 8 KB for others.
 */
function resourcesOf(methodArn: string, role: Role, isOperator: boolean): readonly string[] {
  const [api = "", stage = ""] = methodArn.split("/");
  const isAllowed = ([, , permission]: Operation) =>
    permission === "operate" ? isOperator : grantOf(role, permission) !== false;
  const everything = (methods: readonly string[], area: string) =>
    methods.flatMap((method) => [`${method}${area}`, `${method}${area}/*`]);
  return [...AREAS]
    .flatMap(([area, operations]) => {
      if (operations.every(isAllowed)) return everything(["*"], area);
      return [...Map.groupBy(operations, ([method]) => method)].flatMap(([method, some]) => {
        const methods = method === "GET" ? ["GET", "HEAD"] : [method];
        if (some.every(isAllowed)) return everything(methods, area);
        return some
          .filter(isAllowed)
          .flatMap(([, path]) => methods.flatMap((name) => [`${name}${path}`, `${name}${path}/`]));
      });
    })
    .map((resource) => `${api}/${stage}/${resource}`);
}
