import { testNoticeSource } from "../../lib/contract/routes/platform-notices.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { loadSource, presentReading } from "../../lib/use-cases/bank-notices/manage.ts";
import { sendSample } from "../../lib/use-cases/bank-notices/sample.ts";

export const handler = idempotentEndpoint(testNoticeSource, async ({ principal, params, now }) => {
  const { source } = await loadSource(principal, params.id);
  const { provider, reading } = await sendSample(source, now);
  return reply(202, presentReading(provider, reading));
});
