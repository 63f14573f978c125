import { open } from "../../lib/cloud/secret-box.ts";
import { revealWebhookSecret } from "../../lib/contract/routes/platform-webhooks.ts";
import { audit } from "../../lib/runtime/audit.ts";
import { assertCommitted } from "../../lib/runtime/checkouts/assert-committed.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { readKeyring } from "../../lib/runtime/webhooks/keyring.ts";
import { loadEndpoint } from "../../lib/runtime/webhooks/load.ts";
import { presentSecret } from "../../lib/runtime/webhooks/present.ts";
import { transact } from "../../lib/store/transact.ts";

export const handler = endpoint(revealWebhookSecret, async ({ principal, params, now }) => {
  const found = await loadEndpoint(principal.accountId, params.id);
  const secret = open(found.secret, found.id, await readKeyring());
  // Nothing is shown that the audit does not know of.
  const noted = audit(principal, "webhook.secret_revealed", found.id, now);
  assertCommitted(await transact(table(), [noted]));
  return reply(200, presentSecret(found, secret, now));
});
