import * as routes from "../../lib/contract/routes/platform-team.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { instant } from "../../lib/domain/instant.ts";
import { isSecondFactor, membersOf } from "../../lib/domain/user.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { callerAddress } from "../../lib/pipeline/caller-address.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { dashboardEndpoint } from "../../lib/pipeline/endpoint.ts";
import { environment } from "../../lib/pipeline/environment.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { transact } from "../../lib/store/transact.ts";
import { approvalLimitWrite, getAccount } from "../../lib/store/users.ts";
import * as invitations from "../../lib/use-cases/accounts/invitations.ts";
import * as members from "../../lib/use-cases/accounts/members.ts";
import {
  onlyPage,
  presentAccount,
  presentInvitation,
  presentMemberNow,
  presentMembers,
  presentMembership,
} from "../../lib/use-cases/accounts/members.ts";
import * as memberships from "../../lib/use-cases/accounts/memberships.ts";
import { loadTeam, validInvitations } from "../../lib/use-cases/accounts/team.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";
import { limitLogins } from "../../lib/use-cases/login/send-code.ts";
import { presentSession, readSigningKey } from "../../lib/use-cases/login/session.ts";
import { proveLogin } from "../../lib/use-cases/login/sign-in.ts";

export const acceptInvitation = dashboardEndpoint(
  routes.acceptInvitation,
  async ({ principal, user, body, now }) => {
    const key = await readSigningKey(now);
    const accountId = await invitations.acceptInvitation(user, body.token, now);
    const session = await memberships.switchAccount(principal, user, accountId);
    return reply(200, await presentSession(user, session, key, now));
  },
);

export const acceptOwnership = dashboardEndpoint(routes.acceptOwnership, async (request) => {
  const { principal, session, user, body, now } = request;
  await limitLogins(await callerAddress(request), now);
  const key = await readSigningKey(now);
  await proveLogin(body, now, (login) => isSecondFactor(login, session, user));
  await members.acceptOwnership(principal, now);
  return reply(200, await presentSession(user, session, key, now));
});

export const declineOwnership = dashboardEndpoint(
  routes.declineOwnership,
  async ({ principal, now }) => {
    await members.endOffer(principal, principal.userId, now);
    return reply(204, null);
  },
);

export const inviteMember = idempotentEndpoint(
  routes.inviteMember,
  async ({ principal, body, idempotency, now }) => {
    const { invitation, url, sent } = await invitations.inviteMember(principal, body, now, (made) =>
      idempotency.completes(201, {
        ...presentInvitation(made),
        url: null,
        sent: invitations.isTexted(made),
      }),
    );
    return reply(201, { ...presentInvitation(invitation), url, sent });
  },
);

export const leaveAccount = dashboardEndpoint(
  routes.leaveAccount,
  async ({ principal, params, now }) => {
    await members.leaveAccount(principal.userId, params.account_id, now);
    return reply(204, null);
  },
);

export const listInvitations = dashboardEndpoint(
  routes.listInvitations,
  async ({ principal, now }) => {
    const open = validInvitations(await loadTeam(principal.accountId), now);
    return reply(200, onlyPage(open.map(presentInvitation)));
  },
);

export const listMembers = dashboardEndpoint(routes.listMembers, async ({ principal, now }) => {
  const team = await loadTeam(principal.accountId);
  return reply(200, onlyPage(await presentMembers(team, membersOf(team), principal, now)));
});

export const listMemberships = dashboardEndpoint(
  routes.listMemberships,
  async ({ principal, user, now }) => {
    const all = await memberships.listMemberships(user, now);
    return reply(200, onlyPage(all.map((each) => presentMembership(each, principal))));
  },
);

export const offerOwnership = dashboardEndpoint(
  routes.offerOwnership,
  async ({ principal, params, body, now }) => {
    await members.offerOwnership(principal, params.id, body.stay_owner, now);
    return reply(200, await presentMemberNow(principal, params.id, now));
  },
);

export const openInvitation = dashboardEndpoint(
  routes.openInvitation,
  async ({ user, body, now }) => {
    const { invitation, inviter, appNames } = await invitations.openInvitation(
      user,
      body.token,
      now,
    );
    return reply(200, {
      object: "opened_invitation",
      invited_by: inviter?.name ?? inviter?.telegram?.name ?? null,
      app_names: appNames,
      role: invitation.role,
      expires_at: instant(invitation.expiresAt),
    });
  },
);

export const readAccount = dashboardEndpoint(routes.readAccount, async ({ principal }) => {
  const account = await getAccount(table(), principal.accountId);
  if (account === null) throw notFound("account");
  return reply(200, presentAccount(account, environment().defaultCurrency));
});

export const removeMember = dashboardEndpoint(
  routes.removeMember,
  async ({ principal, params, query, now }) => {
    await members.removeMember(principal, params.id, query.revoke_api_keys, now);
    return reply(204, null);
  },
);

export const switchAccount = dashboardEndpoint(
  routes.switchAccount,
  async ({ principal, user, body, now }) => {
    const key = await readSigningKey(now);
    const session = await memberships.switchAccount(principal, user, body.account_id);
    return reply(200, await presentSession(user, session, key, now));
  },
);

export const updateAccount = dashboardEndpoint(
  routes.updateAccount,
  async ({ principal, body, now }) => {
    const { accountId } = principal;
    const account = await getAccount(table(), accountId);
    if (account === null) throw notFound("account");
    const approvalLimit = body.approval_limit;
    const commit = await transact(table(), [
      approvalLimitWrite(accountId, approvalLimit),
      audit(
        principal,
        "account.approval_limit_set",
        accountId,
        now,
        String(approvalLimit ?? "none"),
      ),
    ]);
    assertCommitted(commit);
    return reply(200, presentAccount({ ...account, approvalLimit }, environment().defaultCurrency));
  },
);

export const updateMember = dashboardEndpoint(
  routes.updateMember,
  async ({ principal, params, body, now }) => {
    await members.changeMember(principal, params.id, body, now);
    return reply(200, await presentMemberNow(principal, params.id, now));
  },
);

export const withdrawInvitation = dashboardEndpoint(
  routes.withdrawInvitation,
  async ({ principal, params, now }) => {
    await invitations.withdrawInvitation(principal, params.id, now);
    return reply(204, null);
  },
);

export const withdrawOwnership = dashboardEndpoint(
  routes.withdrawOwnership,
  async ({ principal, params, now }) => {
    await members.endOffer(principal, params.id, now);
    return reply(204, null);
  },
);
