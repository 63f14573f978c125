import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { AUTHORIZER_ACCESS } from "../lib/contract/functions.ts";
import { mayOperate } from "../lib/contract/roles.ts";
import { ServiceError } from "../lib/domain/errors.ts";
import {
  allowKey,
  allowMember,
  allowWithProblem,
  principalOfToken,
} from "../lib/pipeline/authorize/access-token.ts";
import { credentialOf, principalOfKey } from "../lib/pipeline/authorize/api-key.ts";
import { environment, requireEnvironment } from "../lib/pipeline/environment.ts";
import { countUnreadable } from "../lib/pipeline/log.ts";

requireEnvironment(AUTHORIZER_ACCESS);

const MISSING = {
  platform: "Send your access token as `Authorization: Bearer ...`.",
  v1: "Send your API key as `Authorization: Bearer ...`.",
} as const;
const REFUSED_KEY =
  "This API key is wrong, expired or revoked. Send a current one as `Authorization: Bearer ...`.";
const REFUSED_TOKEN = {
  unauthenticated: "This access token is not valid. Log in again.",
  token_expired: "This access token has expired. Get a new one with your refresh token.",
} as const;

/**
 * Checks keys and access tokens for the gateway. Invalid credentials do not throw, because the gateway would answer 500;
 * a table failure throws and becomes a 503.
 */
export async function authorizer(
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
      return allowWithProblem(methodArn, surface, "unauthenticated", MISSING[surface]);
    case "conflict":
      return allowWithProblem(methodArn, surface, "invalid_request", credential.detail);
    case "token": {
      const principal = await principalOfToken(credential.text);
      if (typeof principal === "string") {
        return allowWithProblem(methodArn, surface, principal, REFUSED_TOKEN[principal]);
      }
      return allowMember(methodArn, principal, mayOperate(environment().config, principal));
    }
    case "key":
      return checkKey(credential.text, methodArn, surface);
  }
}

async function checkKey(text: string, methodArn: string, surface: "v1" | "platform") {
  try {
    const principal = await principalOfKey(text);
    return principal
      ? allowKey(methodArn, principal)
      : allowWithProblem(methodArn, surface, "unauthenticated", REFUSED_KEY);
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      countUnreadable(error);
      throw error;
    }
    return allowWithProblem(methodArn, surface, error.code, error.message);
  }
}
