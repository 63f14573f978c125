import { rotateNoticeSource } from "../../lib/contract/routes/platform-notices.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import type { NoticeSource } from "../../lib/domain/notice.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { changeSourceWrite } from "../../lib/store/notice-sources.ts";
import { transact } from "../../lib/store/transact.ts";
import {
  assertKeyFits,
  generateSourceSecret,
  loadSource,
  presentSource,
  sealFor,
} from "../../lib/use-cases/bank-notices/manage.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = idempotentEndpoint(
  rotateNoticeSource,
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
