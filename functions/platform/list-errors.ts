import { listErrors } from "../../lib/contract/routes/platform-insight.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { groupIssues } from "../../lib/use-cases/insight/group-issues.ts";

export const handler = dashboardEndpoint(listErrors, async ({ principal, query, now }) => {
  const groups = await groupIssues(principal.accountId, now);
  const page = { data: groups.slice(0, query.limit), nextCursor: null };
  return reply(
    200,
    presentPage(page, (group) => group),
  );
});
