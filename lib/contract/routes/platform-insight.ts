import { route } from "../route.ts";
import { issueGroupList, listIssuesQuery, stats, statsQuery } from "../schemas/insight.ts";

/** What went wrong and how it goes. */

export const listErrors = route({
  surface: "platform",
  operation: "list-errors",
  method: "GET",
  path: "/api/platform/errors/",
  auth: "jwt",
  request: { query: listIssuesQuery },
  responses: { 200: issueGroupList },
  errors: [],
  access: { table: { issue: ["Query"] } },
  summary: "List what failed and needs a person, grouped by kind",
});

export const readStats = route({
  surface: "platform",
  operation: "read-stats",
  method: "GET",
  path: "/api/platform/stats/",
  auth: "jwt",
  request: { query: statsQuery },
  responses: { 200: stats },
  errors: [],
  access: { table: { stats: ["Query"] } },
  summary: "Counts per day for the overview's charts",
});
