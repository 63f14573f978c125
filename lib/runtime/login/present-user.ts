import type { UserAnswer } from "../../contract/schemas/login.ts";
import type { User } from "../../domain/user.ts";

/** A user as he sees himself. */
export function presentUser(user: User): UserAnswer {
  return {
    id: user.id,
    object: "user",
    account_id: user.accountId,
    name: user.name,
    phone: user.phone,
    telegram: user.telegram && { name: user.telegram.name, username: user.telegram.username },
    notify_by: user.notifyBy,
    created_at: new Date(user.createdAt).toISOString(),
  };
}
