import { addDays, dayOf } from "../../lib/contract/days.ts";
import * as routes from "../../lib/contract/routes/platform-insight.ts";
import { modeOf } from "../../lib/domain/checkout.ts";
import { invalidField } from "../../lib/domain/errors.ts";
import { instantOrNull } from "../../lib/domain/instant.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { dashboardEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentFirst, presentPage } from "../../lib/pipeline/present-page.ts";
import { worksWith } from "../../lib/pipeline/principal.ts";
import { listFailedRequests as queryFailedRequests } from "../../lib/store/issues.ts";
import { groupIssues, keysOf, presentFailedRequest } from "../../lib/use-cases/insight/issues.ts";
import { presentDays, readCurrentStats } from "../../lib/use-cases/insight/stats.ts";

export const listErrors = dashboardEndpoint(
  routes.listErrors,
  async ({ principal, query, now }) => {
    const groups = await groupIssues(principal, now);
    return reply(200, presentFirst(groups, query.limit));
  },
);

export const listFailedRequests = dashboardEndpoint(
  routes.listFailedRequests,
  async ({ principal, query, now }) => {
    const { accountId } = principal;
    const filter = { accountId, mode: modeOf(query.livemode), search: query.search };
    const page = await queryFailedRequests(table(), filter, query, now);
    const data = page.data.filter(({ appId }) => worksWith(principal, appId));
    const keys = await keysOf(accountId, data);
    return reply(
      200,
      presentPage({ ...page, data }, (request) => presentFailedRequest(request, keys)),
    );
  },
);

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

const MAX_DAYS = 366;

export const readStats = dashboardEndpoint(routes.readStats, async ({ principal, query, now }) => {
  const { livemode, app_id: appId } = query;
  const to = query.to ?? dayOf(now);
  const from = query.from ?? addDays(to, 1 - DEFAULT_DAYS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > MAX_DAYS) throw invalidField("from", "must be 0 to 365 days before `to`");
  const range = { accountId: principal.accountId, mode: modeOf(livemode), from, to, appId };
  const { rows, countedUntil } = await readCurrentStats(table(), range, now);
  return reply(200, {
    object: "stats" as const,
    livemode,
    from,
    to,
    counted_until: instantOrNull(countedUntil),
    days: presentDays(from, to, rows),
  });
});
