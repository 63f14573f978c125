import {
  ACCESS_TOKEN_SECONDS,
  type SigningKey,
  signAccessToken,
} from "../../cloud/access-token.ts";
import type { SessionAnswer } from "../../contract/schemas/login.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { User } from "../../domain/user.ts";
import { environment } from "../../pipeline/environment.ts";
import type { Session } from "../../store/sessions.ts";
import { currentMembership } from "./current-membership.ts";
import { presentUser } from "./present-user.ts";

/** The response of a login or refresh: a new access token and its user. @throws ServiceError `unauthenticated` */
export async function presentSession(
  user: User,
  session: Pick<Session, "id" | "accountId">,
  key: SigningKey,
  now: number,
): Promise<SessionAnswer> {
  const current = await currentMembership(user, session);
  if (!current) throw noMembership();
  const { accountId, role } = current;
  const subject = { userId: user.id, accountId, sessionId: session.id, role };
  const issuer = environment().publicBaseUrl;
  return {
    access_token: await signAccessToken(subject, key, { issuer, now }),
    token_type: "Bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    user: presentUser(user, current),
  };
}

function noMembership(): ServiceError {
  return new ServiceError("unauthenticated", "You are no longer a member of this account.");
}
