import { linkLogin as route } from "../../lib/contract/routes/platform-account.ts";
import { callerAddress } from "../../lib/pipeline/caller-address.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { linkLogin, notProven } from "../../lib/use-cases/accounts/link-login.ts";
import { provePhone } from "../../lib/use-cases/login/phone.ts";
import { proveTelegram } from "../../lib/use-cases/login/prove-telegram.ts";
import { readMarkPepper } from "../../lib/use-cases/login/refresh-token.ts";
import { limitLogins } from "../../lib/use-cases/login/send-code.ts";
import { presentUser } from "../../lib/use-cases/login/session.ts";

export const handler = idempotentEndpoint(route, async (request) => {
  const { principal, user, body, idempotency, now } = request;
  await limitLogins(await callerAddress(request), now);
  const login =
    "code" in body
      ? await provePhone(body.phone, body.code, now)
      : await proveTelegram(body.id_token, now);
  if (!login) throw notProven("code" in body ? "code" : "id_token");
  const linked = await linkLogin({
    who: principal,
    user,
    login,
    pepper: await readMarkPepper(),
    now,
    alongside: (after) => idempotency.completes(200, presentUser(after, principal)),
  });
  return reply(200, presentUser(linked, principal));
});
