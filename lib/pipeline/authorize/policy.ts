import type { APIGatewayAuthorizerResult } from "aws-lambda";
import { DASHBOARD_OPERATIONS } from "../../contract/dashboard-operations.ts";
import { grantOf, type Role } from "../../contract/roles.ts";
import type { ErrorCode } from "../../domain/errors.ts";
import { type Principal, writePrincipal } from "../principal.ts";

type Surface = "v1" | "platform";

/**
 * Lets a key through to the server API, whose functions check its scopes, and a member to the dashboard operations of
 * their role; functions check that again, with the membership as stored. Anything else is the gateway's 403.
 */
export function allow(methodArn: string, principal: Principal): APIGatewayAuthorizerResult {
  const context = { principal: writePrincipal(principal) };
  return principal.kind === "key"
    ? result([surfaceArn(methodArn, "v1")], principal.keyId, context)
    : result(resourcesOf(methodArn, principal.role), principal.userId, context);
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

/**
 * Every operation of a role, with and without its trailing slash; `HEAD` reads as `GET` does. The gateway uses the result
 * for all of the token's requests of 60 s, so it does not depend on this one.
 */
function resourcesOf(methodArn: string, role: Role): readonly string[] {
  const [api = "", stage = ""] = methodArn.split("/");
  return DASHBOARD_OPERATIONS.flatMap(([method, path, permission]) => {
    if (grantOf(role, permission) === false) return [];
    const methods = method === "GET" ? ["GET", "HEAD"] : [method];
    return methods.flatMap((name) => {
      const resource = `${api}/${stage}/${name}${path}`;
      return [resource, `${resource}/`];
    });
  });
}
