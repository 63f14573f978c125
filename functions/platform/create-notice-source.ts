import { createNoticeSource } from "../../lib/contract/routes/platform-notices.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { limitDaily } from "../../lib/pipeline/rate-limit.ts";
import { appIsAliveCheck } from "../../lib/store/apps.ts";
import { newSourceWrites } from "../../lib/store/notice-sources.ts";
import { transact } from "../../lib/store/transact.ts";
import { pairedWrite } from "../../lib/store/users.ts";
import { prepareSource, presentSource, UNHEARD } from "../../lib/use-cases/bank-notices/manage.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

const MOST_PER_DAY = 100;

export const handler = idempotentEndpoint(
  createNoticeSource,
  async ({ principal, body, idempotency, now }) => {
    const { source, secret } = await prepareSource(principal, body, now);
    await limitDaily({ name: "notice-sources", limit: MOST_PER_DAY }, principal.accountId, now);
    const shown = presentSource({ source, state: UNHEARD }, now);
    const commit = await transact(table(), [
      pairedWrite(principal.accountId, true),
      appIsAliveCheck(principal.accountId, source.appId),
      ...newSourceWrites(source),
      audit(principal, "notice_source.created", source.id, now, source.name),
      ...idempotency.completes(201, { ...shown, secret: null }),
    ]);
    assertCommitted(commit);
    return reply(201, { ...shown, secret });
  },
);
