import type { UserAnswer } from "../../contract/schemas/login.ts";
import { instant } from "../../domain/instant.ts";
import type { Membership } from "../../domain/membership.ts";
import type { User } from "../../domain/user.ts";

/** A user, for themselves, with the account in use. */
export function presentUser(
  user: User,
  { accountId, role, apps }: Membership & { readonly accountId: string },
): UserAnswer {
  return {
    id: user.id,
    object: "user",
    account_id: accountId,
    role,
    apps: apps && [...apps],
    name: user.name,
    phone: user.phone,
    telegram: user.telegram && { name: user.telegram.name, username: user.telegram.username },
    notify_by: user.notifyBy,
    language: user.language ?? null,
    created_at: instant(user.createdAt),
  };
}
