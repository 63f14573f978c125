import { updateMe } from "../../lib/contract/routes/platform-account.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { transact } from "../../lib/store/transact.ts";
import { changeUserWrite } from "../../lib/store/users.ts";
import { presentUser } from "../../lib/use-cases/login/session.ts";

export const handler = dashboardEndpoint(updateMe, async ({ principal, user, body }) => {
  const { name, language } = body;
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(language === undefined ? {} : { language }),
  };
  assertCommitted(await transact(table(), [changeUserWrite(user, change)]));
  return reply(200, presentUser({ ...user, ...change }, principal));
});
