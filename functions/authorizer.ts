import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { AUTHORIZER_ACCESS } from "../lib/contract/functions.ts";
import { ServiceError } from "../lib/domain/errors.ts";
import { principalOfToken } from "../lib/runtime/authorize/access-token.ts";
import { principalOfKey } from "../lib/runtime/authorize/api-key.ts";
import { credentialOf } from "../lib/runtime/authorize/credential.ts";
import { allow, allowWithProblem, deny } from "../lib/runtime/authorize/policy.ts";
import { requireEnvironment } from "../lib/runtime/environment.ts";

requireEnvironment(AUTHORIZER_ACCESS);

/**
 * Judges keys and access tokens for the gateway. Bad credentials never throw (the gateway would make a
 * 500 of it); a failing table does, and becomes a 503.
 */
export async function handler(
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> {
  const surface = event.resource.startsWith("/api/platform/") ? "platform" : "v1";
  const credential = credentialOf(
    event.headers ?? {},
    event.multiValueQueryStringParameters ?? {},
    surface,
  );
  const { methodArn } = event;
  switch (credential.kind) {
    case "none":
      return deny(methodArn, surface, "unauthenticated");
    case "conflict":
      return allowWithProblem(
        methodArn,
        surface,
        "invalid_request",
        "The key in the header and the one in the query are not the same.",
      );
    case "token": {
      const principal = await principalOfToken(credential.text);
      if (typeof principal === "string") return deny(methodArn, surface, principal);
      return allow(methodArn, surface, principal);
    }
    case "key":
      return judgeKey(credential.text, methodArn, surface);
  }
}

async function judgeKey(text: string, methodArn: string, surface: "v1" | "platform") {
  try {
    const principal = await principalOfKey(text);
    return principal
      ? allow(methodArn, surface, principal)
      : deny(methodArn, surface, "unauthenticated");
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return allowWithProblem(methodArn, surface, error.code, error.message);
  }
}
