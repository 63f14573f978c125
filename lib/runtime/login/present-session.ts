import {
  ACCESS_TOKEN_SECONDS,
  type SigningKey,
  signAccessToken,
} from "../../cloud/access-token.ts";
import type { SessionAnswer } from "../../contract/schemas/login.ts";
import type { User } from "../../domain/user.ts";
import { environment } from "../environment.ts";
import { presentUser } from "./present-user.ts";

/** The answer of every login and refresh: a fresh access token and who it is for. */
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
