import { linkLogin as route } from "../../lib/contract/routes/platform-account.ts";
import { linkLogin, notProven } from "../../lib/runtime/account/link-login.ts";
import { loadUser } from "../../lib/runtime/account/load-user.ts";
import { callerAddress } from "../../lib/runtime/caller-address.ts";
import { reply } from "../../lib/runtime/http.ts";
import { idempotentEndpoint } from "../../lib/runtime/idempotent-endpoint.ts";
import { limitLogins } from "../../lib/runtime/login/limits.ts";
import { readPepper } from "../../lib/runtime/login/login-secrets.ts";
import { presentUser } from "../../lib/runtime/login/present-user.ts";
import { provePhone } from "../../lib/runtime/login/prove-phone.ts";
import { proveTelegram } from "../../lib/runtime/login/prove-telegram.ts";

export const handler = idempotentEndpoint(route, async (request) => {
  const { principal, body, idempotency, now } = request;
  const user = await loadUser(principal);
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
    pepper: await readPepper(),
    now,
    alongside: (after) => idempotency.completes(200, presentUser(after)),
  });
  return reply(200, presentUser(linked));
});
