import { pasteNotice } from "../../lib/contract/routes/platform-notices.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { countOrRefuse } from "../../lib/pipeline/rate-limit.ts";
import { loadSource, presentReading } from "../../lib/use-cases/bank-notices/manage.ts";
import { pasteMessage } from "../../lib/use-cases/bank-notices/paste.ts";

const POLICY = { name: "pasted-notices", limit: 60, windowSeconds: 60 };

export const handler = idempotentEndpoint(pasteNotice, async ({ principal, params, body, now }) => {
  const { source } = await loadSource(principal, params.id);
  await countOrRefuse(POLICY, source.id, now);
  const { provider, reading } = await pasteMessage(source, body, now);
  return reply(202, presentReading(provider, reading));
});
