import { startOfDay } from "../../lib/contract/days.ts";
import * as routes from "../../lib/contract/routes/platform-notices.ts";
import { maskName } from "../../lib/domain/account-number.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import { instant } from "../../lib/domain/instant.ts";
import type { NoticeSource } from "../../lib/domain/notice.ts";
import { noticeTime } from "../../lib/domain/notice-fit.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { dashboardEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { countOrRefuse, limitDaily } from "../../lib/pipeline/rate-limit.ts";
import { changeSourceWrite, listSources, newSourceWrites } from "../../lib/store/notice-sources.ts";
import { listUnreadable } from "../../lib/store/notices.ts";
import { transact } from "../../lib/store/transact.ts";
import { pairedWrite } from "../../lib/store/users.ts";
import { silenceWrites } from "../../lib/use-cases/bank-notices/check-sources.ts";
import { pasteMessage, sendSample } from "../../lib/use-cases/bank-notices/from-member.ts";
import {
  assertKeyFits,
  deleteSource,
  generateSourceSecret,
  loadSource,
  prepareSource,
  presentReading,
  presentSource,
  sealFor,
  UNHEARD,
  visibleSources,
} from "../../lib/use-cases/bank-notices/manage.ts";
import {
  sellNotice as sell,
  unmatchedNotices,
} from "../../lib/use-cases/bank-notices/unmatched.ts";
import { requireMode } from "../../lib/use-cases/checkouts/member-view.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";
import { announceBankMessages } from "../../lib/use-cases/events/announce.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

const SOURCES_PER_DAY = 100;

export const createNoticeSource = idempotentEndpoint(
  routes.createNoticeSource,
  async ({ principal, body, idempotency, now }) => {
    const { source, secret, count } = await prepareSource(principal, body, now);
    await limitDaily({ name: "notice-sources", limit: SOURCES_PER_DAY }, principal.accountId, now);
    const shown = presentSource({ source, state: UNHEARD }, now);
    await announceBankMessages(principal.accountId, source.appId, source.id);
    const commit = await transact(table(), [
      pairedWrite(principal.accountId, true),
      count,
      ...newSourceWrites(source),
      audit(principal, "notice_source.created", source.id, now, source.name),
      ...idempotency.completes(201, { ...shown, secret: null }),
    ]);
    assertCommitted(commit);
    return reply(201, { ...shown, secret });
  },
);

export const deleteNoticeSource = dashboardEndpoint(
  routes.deleteNoticeSource,
  async ({ principal, params, now }) => {
    const { source } = await loadSource(principal, params.id);
    await deleteSource(principal, source, now);
    return reply(204, null);
  },
);

export const listNoticeSources = dashboardEndpoint(
  routes.listNoticeSources,
  async ({ principal, query, now }) => {
    const filter = { accountId: principal.accountId, appId: query.app_id };
    const page = await listSources(table(), filter, query);
    return reply(
      200,
      presentPage(page, (source) => presentSource(source, now)),
    );
  },
);

export const listUnreadableNotices = dashboardEndpoint(
  routes.listUnreadableNotices,
  async ({ principal, query, now }) => {
    const [page, own] = await Promise.all([
      listUnreadable(table(), principal.accountId, query, now),
      visibleSources(principal),
    ]);
    const data = page.data.filter(({ sourceId }) => own === null || own.has(sourceId));
    const shown = presentPage({ ...page, data }, ({ hash, provider, text, receivedAt }) => ({
      id: hash,
      object: "unreadable_notice" as const,
      provider,
      text,
      received_at: instant(receivedAt),
    }));
    return reply(200, shown);
  },
);

const PASTE_LIMIT = { name: "pasted-notices", limit: 60, windowSeconds: 60 };

export const pasteNotice = idempotentEndpoint(
  routes.pasteNotice,
  async ({ principal, params, body, now }) => {
    const { source } = await loadSource(principal, params.id);
    await countOrRefuse(PASTE_LIMIT, source.id, now);
    const { provider, reading } = await pasteMessage(source, body, now);
    return reply(202, presentReading(provider, reading));
  },
);

export const readNoticeSource = dashboardEndpoint(
  routes.readNoticeSource,
  async ({ principal, params, now }) =>
    reply(200, presentSource(await loadSource(principal, params.id), now)),
);

export const rotateNoticeSource = idempotentEndpoint(
  routes.rotateNoticeSource,
  async ({ principal, params, body, idempotency, now }) => {
    const { source, state } = await loadSource(principal, params.id);
    assertKeyFits(source.kind, body.signing_key);
    assertRotatable(source, body.overlap_seconds, now);
    const secret = body.signing_key ?? generateSourceSecret();
    const until = now + body.overlap_seconds * 1000;
    const change = {
      secret: await sealFor(source.id, secret),
      previousSecret:
        until > now && source.secret !== null ? { sealed: source.secret, until } : null,
    };
    const shown = presentSource({ source: { ...source, ...change }, state }, now);
    await announceBankMessages(principal.accountId, source.appId, `${source.id}#${now}`);
    const commit = await transact(table(), [
      changeSourceWrite(source.id, change, source.secret),
      audit(principal, "notice_source.secret_rotated", source.id, now),
      ...idempotency.completes(200, { ...shown, secret: null }),
    ]);
    assertCommitted(commit);
    return reply(200, { ...shown, secret });
  },
);

/** Only one previous secret is accepted. Another rotation would end its overlap early, which only a leak justifies. */
function assertRotatable(
  { kind, previousSecret }: NoticeSource,
  overlapSeconds: number,
  now: number,
): void {
  if (kind === "paste") throw new ServiceError("conflict", "This source has no secret.");
  if (previousSecret === null || previousSecret.until <= now || overlapSeconds === 0) return;
  throw new ServiceError(
    "conflict",
    "The previous secret is still valid. Wait until it expires, or rotate with overlap_seconds 0.",
  );
}

export const testNoticeSource = idempotentEndpoint(
  routes.testNoticeSource,
  async ({ principal, params, now }) => {
    const { source } = await loadSource(principal, params.id);
    const { provider, reading } = await sendSample(source, now);
    return reply(202, presentReading(provider, reading));
  },
);

export const updateNoticeSource = dashboardEndpoint(
  routes.updateNoticeSource,
  async ({ principal, params, body, now }) => {
    const found = await loadSource(principal, params.id);
    const { source, state } = found;
    const change = {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.status === undefined ? {} : { status: body.status }),
    };
    const commit = await transact(table(), [
      changeSourceWrite(source.id, change),
      ...silenceWrites(found, body.status, now),
      audit(principal, "notice_source.changed", source.id, now),
    ]);
    assertCommitted(commit);
    return reply(200, presentSource({ source: { ...source, ...change }, state }, now));
  },
);

export const listUnmatchedNotices = dashboardEndpoint(
  routes.listUnmatchedNotices,
  async ({ principal, query, now }) => {
    requireMode(principal, true);
    const at = query.day === undefined ? now : startOfDay(query.day);
    const found = await unmatchedNotices(principal, at, now);
    const data = found.data.map((notice) => ({
      object: "unmatched_notice" as const,
      provider: notice.provider,
      reference: notice.reference,
      amount: notice.amountMinor,
      currency: notice.currency,
      payer_name: maskName(notice.payer.name),
      paid_at: instant(noticeTime(notice)),
    }));
    return reply(200, { object: "list", data, has_more: found.hasMore, next_cursor: null });
  },
);

export const sellNotice = idempotentEndpoint(
  routes.sellNotice,
  async ({ principal, body, now }) => {
    requireMode(principal, true);
    const { app_id: appId, provider, reference } = body;
    const sold = await sell(principal, { appId, provider, reference, now });
    return reply(201, presentCheckout(sold, now));
  },
);
