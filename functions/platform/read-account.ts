import { readAccount } from "../../lib/contract/routes/platform-team.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { getAccount } from "../../lib/store/users.ts";
import { presentAccount } from "../../lib/use-cases/accounts/present-members.ts";

export const handler = dashboardEndpoint(readAccount, async ({ principal }) => {
  const account = await getAccount(table(), principal.accountId);
  if (account === null) throw notFound("account");
  return reply(200, presentAccount(account));
});
