import { getUser } from "../../store/users.ts";
import { accountIsClosed } from "../account-is-closed.ts";
import { table } from "../deps.ts";
import type { EndpointMiddleware } from "./request.ts";

/**
 * Rejects the access token of a closed account. Tokens are valid for 10 minutes, and the authorizer, whose result the
 * gateway caches, does not check the account's status. Costs one read per dashboard request; API keys need none,
 * because closing an account revokes them.
 */
export function openAccount(): EndpointMiddleware {
  return {
    before: async ({ context }) => {
      context.user = null;
      if (context.principal?.kind !== "user") return;
      const user = await getUser(table(), context.principal.userId);
      if (!user || user.closedAt !== null) throw accountIsClosed();
      context.user = user;
    },
  };
}
