import type * as z from "zod";
import type { issueGroup } from "../../contract/schemas/insight.ts";
import { type Issue, listIssues, SERVICE_ACCOUNT } from "../../store/issues.ts";
import { table } from "../deps.ts";
import { issueText } from "./issue-texts.ts";

/** Of one account; who has more has the same few kinds of them. */
const MOST = 1000;
const SHOWN_OBJECTS = 20;
/** What stands in the service's own list and concerns everybody. */
const FOR_ALL = "provider_outage";

/** Everything that needs a person, by kind, the latest first. */
export async function groupIssues(
  accountId: string,
  now: number,
): Promise<z.output<typeof issueGroup>[]> {
  const [own, outages] = await Promise.all([
    allIssues({ accountId }, now),
    allIssues({ accountId: SERVICE_ACCOUNT, kind: FOR_ALL }, now),
  ]);
  const byKind = Map.groupBy([...own, ...outages], ({ kind }) => kind);
  const groups = [...byKind.entries()].map(([kind, issues]) => {
    const latest = issues.toSorted((a, b) => b.lastAt - a.lastAt);
    return {
      object: "issue_group" as const,
      kind,
      ...issueText(kind),
      count: issues.length,
      first_at: instant(Math.min(...issues.map(({ firstAt }) => firstAt))),
      last_at: instant(latest[0]?.lastAt ?? 0),
      objects: latest.slice(0, SHOWN_OBJECTS).map((issue) => ({
        id: issue.objectId,
        app_id: issue.appId,
        detail: issue.message,
        at: instant(issue.lastAt),
      })),
    };
  });
  return groups.toSorted((a, b) => b.last_at.localeCompare(a.last_at));
}

async function allIssues(
  filter: { readonly accountId: string; readonly kind?: string },
  now: number,
): Promise<Issue[]> {
  const issues: Issue[] = [];
  let cursor: string | undefined;
  do {
    const page = await listIssues(table(), filter, { limit: 100, cursor }, now);
    issues.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && issues.length < MOST);
  return issues;
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
