import type * as z from "zod";
import type { failedRequest, issueGroup } from "../../contract/schemas/insight.ts";
import { instant } from "../../domain/instant.ts";
import { table } from "../../pipeline/deps.ts";
import { type UserPrincipal, worksWith } from "../../pipeline/principal.ts";
import { type ApiKey, findApiKey } from "../../store/api-keys.ts";
import { termsKey } from "../../store/checkout-item.ts";
import { checkoutsOf } from "../../store/checkouts.ts";
import {
  type FailedRequest,
  type Issue,
  type IssueFilter,
  listIssues,
  SERVICE_ACCOUNT,
} from "../../store/issues.ts";

/** The title of each kind of issue, and what to do about it. */
const TEXTS: Readonly<Record<string, { readonly title: string; readonly advice: string }>> = {
  delivery_failed: {
    title: "Failed webhooks",
    advice: "Check what your server answered, fix it, then resend them.",
  },
  endpoint_failing: {
    title: "Failing webhook endpoints",
    advice: "Fix your server before we disable the endpoint, then recover the failed webhooks.",
  },
  endpoint_disabled: {
    title: "Disabled webhook endpoints",
    advice: "Enable the endpoint again, then recover the missed webhooks.",
  },
  provider_outage: {
    title: "Bank outages",
    advice: "You don't need to do anything. We'll keep checking waiting payments automatically.",
  },
  parked_checkout: {
    title: "Waiting payments",
    advice:
      "If you have no credits, buy some. We check payments that wait for a bank again automatically.",
  },
  unreadable_receipt: {
    title: "Unreadable receipts",
    advice:
      "We'll try again automatically. If that fails, the checkout goes to review 24 hours after it expires: check your bank account, then approve or reject it.",
  },
  phone_silent: {
    title: "Phones that forward no bank messages",
    advice:
      "Check that the phone is on, has network and runs the forwarding app. Customers can still pay.",
  },
  payment_missing: {
    title: "Payments that the bank does not show",
    advice:
      "Look for the payment in your bank account. If it was reversed, ask the customer; then settle the point in Books.",
  },
  payment_reversed: {
    title: "Payments reported as reversed",
    advice:
      "A statement or a message from your bank says so. A message can be forged, so check your bank account before you act. Then ask the customer; if Books lists the payment, settle it there.",
  },
  notice_contradicted: {
    title: "Urgent: payments that a bank message proved and the receipt does not",
    advice:
      "Check your bank account now, and hold the order if you still can. Then rotate the phone's secret and end the old one immediately.",
  },
  receiver_shared: {
    title: "Accounts that another merchant uses too",
    advice: "Check that the account number is yours and correct.",
  },
};

/** Kinds without a text are shown under their own name, so that none is hidden. */
export function issueText(kind: string) {
  return TEXTS[kind] ?? { title: kind.replaceAll("_", " "), advice: "Check the objects below." };
}

/** Issues that are read of one kind, so that failed webhooks in thousands hide no unreadable receipt. */
const MOST_OF_KIND = 1000;
const SHOWN_OBJECTS = 20;
/** The kind of the service's own issues that concern every account. */
const FOR_ALL = "provider_outage";

/** Issues that need a person, grouped by kind, the latest first. */
export async function groupIssues(
  principal: UserPrincipal,
  now: number,
): Promise<z.output<typeof issueGroup>[]> {
  const { accountId } = principal;
  const [all, outages] = await Promise.all([
    latestIssues({ accountId }, now),
    latestIssues({ accountId: SERVICE_ACCOUNT, kind: FOR_ALL }, now),
  ]);
  const own = all.filter(({ appId }) => worksWith(principal, appId));
  const byKind = Map.groupBy([...own, ...outages], ({ kind }) => kind);
  const shown = [...byKind].map(([kind, issues]) => {
    const latest = issues.toSorted((a, b) => b.lastAt - a.lastAt);
    return { kind, issues, latest: latest.slice(0, SHOWN_OBJECTS) };
  });
  const checkouts = await checkoutsAmong(
    accountId,
    shown.flatMap(({ latest }) => latest.map(({ objectId }) => objectId)),
  );
  const groups = shown.map(({ kind, issues, latest }) => {
    return {
      object: "issue_group" as const,
      kind,
      ...issueText(kind),
      count: issues.length,
      first_at: instant(Math.min(...issues.map(({ firstAt }) => firstAt))),
      last_at: instant(latest[0]?.lastAt ?? 0),
      objects: latest.map((issue) => ({
        id: issue.objectId,
        app_id: issue.appId,
        detail: issue.message,
        at: instant(issue.lastAt),
        checkout: checkouts.get(issue.objectId) ?? null,
      })),
    };
  });
  return groups.toSorted((a, b) => b.last_at.localeCompare(a.last_at));
}

/** The checkouts of this account among these ids: one batch read, of at most 20 a kind. */
async function checkoutsAmong(accountId: string, ids: readonly string[]) {
  const keys = ids.filter((id) => id.startsWith("co_")).map(termsKey);
  const found = await checkoutsOf(table(), keys);
  return new Map(
    found
      .filter((checkout) => checkout.accountId === accountId)
      .map(({ id, amount, currency, clientReference, description }) => [
        id,
        { amount, currency, client_reference: clientReference, description },
      ]),
  );
}

/** The latest of each kind, by id. */
async function latestIssues(filter: IssueFilter, now: number): Promise<Issue[]> {
  const issues: Issue[] = [];
  let cursor: string | undefined;
  do {
    const page = await listIssues(table(), filter, { limit: 100, cursor, internal: true }, now);
    issues.push(...page.data);
    cursor = page.nextCursor ?? undefined;
    const kind = issues.at(-MOST_OF_KIND)?.kind;
    if (cursor !== undefined && kind !== undefined && kind === issues.at(-1)?.kind) {
      if (filter.kind !== undefined) return issues;
      return [...issues, ...(await latestIssues({ ...filter, before: kind }, now))];
    }
  } while (cursor !== undefined);
  return issues;
}

/** The keys that sent these requests, by id. */
export async function keysOf(
  accountId: string,
  requests: readonly FailedRequest[],
): Promise<ReadonlyMap<string, ApiKey>> {
  const ids = [...new Set(requests.map(({ keyId }) => keyId))];
  const keys = await Promise.all(ids.map((id) => findApiKey(table(), accountId, id)));
  return new Map(keys.flatMap((key) => (key === null ? [] : [[key.id, key] as const])));
}

export function presentFailedRequest(
  request: FailedRequest,
  keys: ReadonlyMap<string, ApiKey>,
): z.output<typeof failedRequest> {
  const key = keys.get(request.keyId);
  return {
    object: "failed_request",
    request_id: request.requestId,
    livemode: request.mode === "live",
    method: request.method,
    path: request.path,
    status: request.status,
    code: request.code,
    detail: request.detail,
    key: {
      id: request.keyId,
      app_id: request.appId,
      name: key?.name ?? null,
      last4: key?.last4 ?? null,
    },
    created_at: instant(request.at),
  };
}
