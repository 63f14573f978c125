import { revokeApiKey } from "../../lib/contract/routes/platform-keys.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { revokeApiKeyWrite } from "../../lib/store/api-keys.ts";
import { transact } from "../../lib/store/transact.ts";
import { loadApiKey } from "../../lib/use-cases/apps/api-keys.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = dashboardEndpoint(revokeApiKey, async ({ principal, params, now }) => {
  const key = await loadApiKey(principal, params.id);
  // Refused only if the key is already revoked, which is fine.
  await transact(table(), [
    revokeApiKeyWrite(key, now),
    audit(principal, "api_key.revoked", key.id, now, key.name),
  ]);
  return reply(204, null);
});
