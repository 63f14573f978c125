import { listErrors } from "../../lib/contract/routes/platform-insight.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentFirst } from "../../lib/pipeline/present-page.ts";
import { groupIssues } from "../../lib/use-cases/insight/issues.ts";

export const handler = dashboardEndpoint(listErrors, async ({ principal, query, now }) => {
  const groups = await groupIssues(principal, now);
  return reply(200, presentFirst(groups, query.limit));
});
