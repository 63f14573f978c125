import { listErrors } from "../../lib/contract/routes/platform-insight.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { groupIssues } from "../../lib/runtime/insight/group-issues.ts";
import { presentPage } from "../../lib/runtime/present-page.ts";

export const handler = endpoint(listErrors, async ({ principal, query, now }) => {
  const groups = await groupIssues(principal.accountId, now);
  const page = { data: groups.slice(0, query.limit), nextCursor: null };
  return reply(
    200,
    presentPage(page, (group) => group),
  );
});
