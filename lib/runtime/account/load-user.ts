import { ServiceError } from "../../domain/errors.ts";
import type { User } from "../../domain/user.ts";
import { getUser } from "../../store/users.ts";
import { table } from "../deps.ts";
import type { UserPrincipal } from "../principal.ts";

/** The user who asks. @throws ServiceError `unauthenticated` once the account is closed */
export async function loadUser(who: UserPrincipal): Promise<User> {
  const user = await getUser(table(), who.userId);
  if (!user || user.closedAt !== null) throw accountIsClosed();
  return user;
}

/** The refusal of an access token that has outlived its account. */
export function accountIsClosed(): ServiceError {
  return new ServiceError("unauthenticated", "This account is closed.");
}
