import { acceptOwnership as route } from "../../lib/contract/routes/platform-team.ts";
import { callerAddress } from "../../lib/pipeline/caller-address.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { notProven } from "../../lib/use-cases/accounts/link-login.ts";
import { acceptOwnership, provesOwner } from "../../lib/use-cases/accounts/members.ts";
import { provePhone } from "../../lib/use-cases/login/phone.ts";
import { proveTelegram } from "../../lib/use-cases/login/prove-telegram.ts";
import { readSigningKey } from "../../lib/use-cases/login/refresh-token.ts";
import { limitLogins } from "../../lib/use-cases/login/send-code.ts";
import { presentSession } from "../../lib/use-cases/login/session.ts";

export const handler = dashboardEndpoint(route, async (request) => {
  const { principal, user, body, now } = request;
  await limitLogins(await callerAddress(request), now);
  const key = await readSigningKey(now);
  const login =
    "code" in body
      ? await provePhone(body.phone, body.code, now)
      : await proveTelegram(body.id_token, now);
  if (!login || !(await provesOwner(principal, user, login))) {
    throw notProven("code" in body ? "code" : "id_token");
  }
  await acceptOwnership(principal, now);
  const session = { id: principal.sessionId, accountId: principal.accountId };
  return reply(200, await presentSession(user, session, key, now));
});
