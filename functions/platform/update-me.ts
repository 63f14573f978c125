import { updateMe } from "../../lib/contract/routes/platform-account.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import { loadUser } from "../../lib/runtime/account/load-user.ts";
import { assertCommitted } from "../../lib/runtime/checkouts/assert-committed.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentUser } from "../../lib/runtime/login/present-user.ts";
import { transact } from "../../lib/store/transact.ts";
import { changeUserWrite } from "../../lib/store/users.ts";

export const handler = endpoint(updateMe, async ({ principal, body }) => {
  const user = await loadUser(principal);
  const { name, notify_by: notifyBy } = body;
  const lacks = { sms: user.phone === null, telegram: user.telegram === null, none: false };
  if (notifyBy !== undefined && lacks[notifyBy]) {
    throw new ServiceError("conflict", "Link that login first.");
  }
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(notifyBy === undefined ? {} : { notifyBy }),
  };
  assertCommitted(await transact(table(), [changeUserWrite(user, change)]));
  return reply(200, presentUser({ ...user, ...change }));
});
