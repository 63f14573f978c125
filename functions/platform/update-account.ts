import { updateAccount } from "../../lib/contract/routes/platform-team.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { transact } from "../../lib/store/transact.ts";
import { approvalLimitWrite, getAccount } from "../../lib/store/users.ts";
import { presentAccount } from "../../lib/use-cases/accounts/present-members.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = dashboardEndpoint(updateAccount, async ({ principal, body, now }) => {
  const { accountId } = principal;
  const account = await getAccount(table(), accountId);
  if (account === null) throw notFound("account");
  const approvalLimit = body.approval_limit;
  const commit = await transact(table(), [
    approvalLimitWrite(accountId, approvalLimit),
    audit(principal, "account.approval_limit_set", accountId, now, String(approvalLimit ?? "none")),
  ]);
  assertCommitted(commit);
  return reply(200, presentAccount({ ...account, approvalLimit }));
});
