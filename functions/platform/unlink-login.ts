import { unlinkLogin as route } from "../../lib/contract/routes/platform-account.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { loginsOf } from "../../lib/use-cases/accounts/close-account.ts";
import { unlinkLogin } from "../../lib/use-cases/accounts/link-login.ts";

export const handler = dashboardEndpoint(route, async ({ principal, user, params, now }) => {
  const login = loginsOf(user).find(({ kind }) => kind === params.kind);
  if (!login) throw notFound("login");
  await unlinkLogin(principal, user, login, now);
  return reply(204, null);
});
