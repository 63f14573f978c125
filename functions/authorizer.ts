import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { accessTokenKeyId } from "../lib/cloud/access-token.ts";
import { AUTHORIZER_ACCESS } from "../lib/contract/functions.ts";
import { mayOperate } from "../lib/contract/roles.ts";
import { ServiceError } from "../lib/domain/errors.ts";
import { parseKey } from "../lib/domain/keys.ts";
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
const REFUSED_TOKEN = {
  unauthenticated: "This access token is not valid. Log in again.",
  token_expired: "This access token has expired. Get a new one with your refresh token.",
} as const;

const KEY_FOR_TOKEN = "This is an API key. This operation needs the access token of a login.";
/** By what was sent as a key, which a developer who holds several credentials mixes up. */
const REFUSED_KEY = {
  key: "This API key is unknown here, expired or revoked. Send a current one.",
  signing_secret:
    "This is the signing secret of webhooks. Send an API key, which begins with pk_live_ or pk_test_.",
  token: "This is an access token. Send an API key, which begins with pk_live_ or pk_test_.",
  other:
    "This is not a whole API key: pk_live_ or pk_test_ and 36 letters and digits. Copy it again.",
} as const;

function kindOf(text: string): keyof typeof REFUSED_KEY {
  if (parseKey(text) !== null) return "key";
  if (text.startsWith("whsec_")) return "signing_secret";
  return accessTokenKeyId(text) === null ? "other" : "token";
}

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
        const detail = kindOf(credential.text) === "key" ? KEY_FOR_TOKEN : REFUSED_TOKEN[principal];
        return allowWithProblem(methodArn, surface, principal, detail);
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
      : allowWithProblem(methodArn, surface, "unauthenticated", REFUSED_KEY[kindOf(text)]);
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      countUnreadable(error);
      throw error;
    }
    return allowWithProblem(methodArn, surface, error.code, error.message);
  }
}
