import { open, withKeyring } from "../../lib/cloud/secret-box.ts";
import { revealWebhookSecret } from "../../lib/contract/routes/platform-webhooks.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { transact } from "../../lib/store/transact.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";
import { readKeyring } from "../../lib/use-cases/webhooks/keyring.ts";
import { loadEndpoint, presentSecret } from "../../lib/use-cases/webhooks/present.ts";

export const handler = dashboardEndpoint(
  revealWebhookSecret,
  async ({ principal, params, now }) => {
    const found = await loadEndpoint(principal, params.id);
    const secret = await withKeyring(
      await readKeyring(),
      () => readKeyring(true),
      (ring) => open(found.secret, found.id, ring),
    );
    // Recorded before it is shown.
    const noted = audit(principal, "webhook.secret_revealed", found.id, now);
    assertCommitted(await transact(table(), [noted]));
    return reply(200, presentSecret(found, secret, now));
  },
);
