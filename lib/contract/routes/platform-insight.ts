import { route } from "../route.ts";
import {
  failedRequestList,
  issueGroupList,
  listFailedRequestsQuery,
  listIssuesQuery,
  stats,
  statsQuery,
} from "../schemas/insight.ts";

/** What went wrong and how it goes. */

export const listErrors = route({
  surface: "platform",
  operation: "list-errors",
  method: "GET",
  path: "/api/platform/errors/",
  auth: "jwt",
  permission: "issues",
  request: { query: listIssuesQuery },
  responses: { 200: issueGroupList },
  errors: [],
  access: { table: { issue: ["Query"], checkout: ["BatchGetItem"] } },
  summary: "List failures that need attention, grouped by kind",
});

export const readStats = route({
  surface: "platform",
  operation: "read-stats",
  method: "GET",
  path: "/api/platform/stats/",
  auth: "jwt",
  permission: "reports",
  request: { query: statsQuery },
  responses: { 200: stats },
  errors: ["not_found"],
  // It counts the events that `count-events` has not come to.
  access: {
    table: {
      app: ["Query"],
      event: ["Query"],
      stats: ["Query", "PutItem", "UpdateItem"],
    },
  },
  summary: "Read daily counts for the overview",
});

export const listFailedRequests = route({
  surface: "platform",
  operation: "list-failed-requests",
  method: "GET",
  path: "/api/platform/failed-requests/",
  auth: "jwt",
  permission: "developers",
  request: { query: listFailedRequestsQuery },
  responses: { 200: failedRequestList },
  errors: [],
  access: { table: { failed_request: ["Query"], api_key: ["Query"] } },
  summary: "List requests to the server API that failed in the last 7 days",
  description:
    "Requests with a valid API key that got an error other than 503, newest first: the first 100 of each hour. Requests that succeeded are not stored.",
  example: { search: "invalid_request" },
});
