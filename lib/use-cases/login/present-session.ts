import {
  ACCESS_TOKEN_SECONDS,
  type SigningKey,
  signAccessToken,
} from "../../cloud/access-token.ts";
import type { SessionAnswer } from "../../contract/schemas/login.ts";
import type { User } from "../../domain/user.ts";
import { environment } from "../../pipeline/environment.ts";
import { presentUser } from "./present-user.ts";

/** The response of a login or refresh: a new access token and its user. */
export async function presentSession(
  user: User,
  sessionId: string,
  key: SigningKey,
  now: number,
): Promise<SessionAnswer> {
  const subject = { userId: user.id, accountId: user.accountId, sessionId };
  const issuer = environment().publicBaseUrl;
  return {
    access_token: await signAccessToken(subject, key, { issuer, now }),
    token_type: "Bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    user: presentUser(user),
  };
}
