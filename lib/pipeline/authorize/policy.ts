import type { APIGatewayAuthorizerResult } from "aws-lambda";
import { PROBLEMS } from "../../contract/problems.ts";
import type { ErrorCode } from "../../domain/errors.ts";
import { type Principal, writePrincipal } from "../principal.ts";

type Surface = "v1" | "platform";

/** Lets the caller through to its own surface only; scopes are checked again by the function. */
export function allow(methodArn: string, surface: Surface, principal: Principal) {
  return result("Allow", methodArn, surface, principalId(principal), {
    principal: writePrincipal(principal),
  });
}

/** Allows a request that the function will refuse, because the gateway can't render the error. */
export function allowWithProblem(
  methodArn: string,
  surface: Surface,
  problem: ErrorCode,
  detail: string,
) {
  return result("Allow", methodArn, surface, "nobody", { problem, detail });
}

/**
 * Refuses; the gateway response prints `code`, `title` and `detail`.
 *
 * @param detail plain ASCII without quotes or `$`, because the gateway puts it into its JSON as it is.
 */
export function deny(methodArn: string, surface: Surface, code: ErrorCode, detail: string) {
  return result("Deny", methodArn, surface, "nobody", {
    code,
    title: PROBLEMS[code].title,
    detail,
  });
}

function result(
  effect: "Allow" | "Deny",
  methodArn: string,
  surface: Surface,
  principalId: string,
  context: Readonly<Record<string, string>>,
): APIGatewayAuthorizerResult {
  return {
    principalId,
    policyDocument: {
      Version: "2012-10-17",
      Statement: [
        { Action: "execute-api:Invoke", Effect: effect, Resource: surfaceArn(methodArn, surface) },
      ],
    },
    context: { ...context },
  };
}

/** `arn:…:{api}/{stage}/GET/api/v1/checkouts` → every method and path of the surface. */
function surfaceArn(methodArn: string, surface: Surface): string {
  const [api = "", stage = ""] = methodArn.split("/");
  return `${api}/${stage}/*/api/${surface}/*`;
}

function principalId(principal: Principal): string {
  return principal.kind === "key" ? principal.keyId : principal.userId;
}
