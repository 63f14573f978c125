import * as routes from "../../lib/contract/routes/platform-account.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { instant } from "../../lib/domain/instant.ts";
import { isSecondFactor, SECOND_FACTOR_MS } from "../../lib/domain/user.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { callerAddress } from "../../lib/pipeline/caller-address.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { dashboardEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { listAudit as queryAudit } from "../../lib/store/audit.ts";
import {
  getSession,
  listSessions as querySessions,
  revokeSession,
  sessionProofWrite,
} from "../../lib/store/sessions.ts";
import { transact } from "../../lib/store/transact.ts";
import { changeUserWrite } from "../../lib/store/users.ts";
import {
  closeAccount as close,
  loginsOf,
  presentAudit,
  presentSessionEntry,
} from "../../lib/use-cases/accounts/close-account.ts";
import {
  linkLogin as link,
  unlinkLogin as unlink,
} from "../../lib/use-cases/accounts/link-login.ts";
import { seenActors } from "../../lib/use-cases/accounts/team.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";
import { limitLogins } from "../../lib/use-cases/login/send-code.ts";
import {
  clearedRefreshCookie,
  presentUser,
  readMarkPepper,
} from "../../lib/use-cases/login/session.ts";
import { proveLogin } from "../../lib/use-cases/login/sign-in.ts";

export const closeAccount = dashboardEndpoint(
  routes.closeAccount,
  async ({ principal, user, now }) => {
    await close(principal, user, now);
    return reply(204, null, { cookies: [clearedRefreshCookie()] });
  },
);

export const endSession = dashboardEndpoint(
  routes.endSession,
  async ({ principal, params, now }) => {
    const session = await getSession(table(), params.id);
    // A session works in any account of its user.
    if (session?.userId !== principal.userId) throw notFound("session");
    const ended = await revokeSession(table(), session.id, now);
    if (ended) await transact(table(), [audit(principal, "session.ended", session.id, now)]);
    return reply(204, null);
  },
);

export const linkLogin = idempotentEndpoint(routes.linkLogin, async (request) => {
  const { principal, user, body, idempotency, now } = request;
  await limitLogins(await callerAddress(request), now);
  const login = await proveLogin(body, now);
  const linked = await link({
    who: principal,
    user,
    login,
    pepper: await readMarkPepper(),
    now,
    alongside: (after) => idempotency.completes(200, presentUser(after, principal)),
  });
  return reply(200, presentUser(linked, principal));
});

export const listAudit = dashboardEndpoint(routes.listAudit, async ({ principal, query, now }) => {
  const actors = await seenActors(principal);
  const page = await queryAudit(table(), principal.accountId, query, now, actors);
  return reply(200, presentPage(page, await presentAudit(page.data)));
});

export const listSessions = dashboardEndpoint(
  routes.listSessions,
  async ({ principal, query, now }) => {
    const page = await querySessions(table(), principal.userId, query, now);
    return reply(
      200,
      presentPage(page, (session) => presentSessionEntry(session, principal.sessionId)),
    );
  },
);

export const proveSession = dashboardEndpoint(routes.proveSession, async (request) => {
  const { principal, session, user, body, now } = request;
  await limitLogins(await callerAddress(request), now);
  await proveLogin(body, now, (login) => isSecondFactor(login, session, user));
  assertCommitted(await transact(table(), [sessionProofWrite(principal.sessionId, now)]));
  return reply(200, {
    object: "session_proof",
    proven_at: instant(now),
    expires_at: instant(now + SECOND_FACTOR_MS),
  });
});

export const readMe = dashboardEndpoint(routes.readMe, async ({ user, principal }) =>
  reply(200, presentUser(user, principal)),
);

export const unlinkLogin = dashboardEndpoint(
  routes.unlinkLogin,
  async ({ principal, session, user, params, now }) => {
    const login = loginsOf(user).find(({ kind }) => kind === params.kind);
    if (!login) throw notFound("login");
    await unlink({ who: principal, session, user, login, now });
    return reply(204, null);
  },
);

export const updateMe = dashboardEndpoint(routes.updateMe, async ({ principal, user, body }) => {
  const { name, language } = body;
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(language === undefined ? {} : { language }),
  };
  assertCommitted(await transact(table(), [changeUserWrite(user, change)]));
  return reply(200, presentUser({ ...user, ...change }, principal));
});
