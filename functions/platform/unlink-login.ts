import { unlinkLogin as route } from "../../lib/contract/routes/platform-account.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { loginsOf } from "../../lib/runtime/account/close-account.ts";
import { unlinkLogin } from "../../lib/runtime/account/link-login.ts";
import { loadUser } from "../../lib/runtime/account/load-user.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";

export const handler = endpoint(route, async ({ principal, params, now }) => {
  const user = await loadUser(principal);
  const login = loginsOf(user).find(({ kind }) => kind === params.kind);
  if (!login) throw notFound("login");
  await unlinkLogin(principal, user, login, now);
  return reply(204, null);
});
