import { revokeApiKey } from "../../lib/contract/routes/platform-keys.ts";
import { loadApiKey } from "../../lib/runtime/api-keys/load-key.ts";
import { audit } from "../../lib/runtime/audit.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { revokeApiKeyWrite } from "../../lib/store/api-keys.ts";
import { transact } from "../../lib/store/transact.ts";

export const handler = endpoint(revokeApiKey, async ({ principal, params, now }) => {
  const key = await loadApiKey(principal.accountId, params.id);
  // Refused only when it is revoked already, which is what was asked for.
  await transact(table(), [
    revokeApiKeyWrite(key, now),
    audit(principal, "api_key.revoked", key.id, now, key.name),
  ]);
  return reply(204, null);
});
