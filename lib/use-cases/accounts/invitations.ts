import { createHash } from "node:crypto";
import type * as z from "zod";
import { isSameSecret } from "../../cloud/secret-box.ts";
import type { inviteBody } from "../../contract/schemas/team.ts";
import { accountIsSuspended, notFound, ServiceError } from "../../domain/errors.ts";
import { encodeBase32, newId } from "../../domain/ids.ts";
import {
  INVITATION_SECRET_BYTES,
  type Invitation,
  MAX_INVITATIONS,
  MAX_MEMBERS,
  type Member,
  memberOf,
  membersOf,
  OFFER_LIFETIME_MS,
  type Team,
  type User,
} from "../../domain/user.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { limitDaily } from "../../pipeline/rate-limit.ts";
import type { Write } from "../../store/transact.ts";
import { getUser } from "../../store/users.ts";
import { audit } from "../events/audit.ts";
import { isServed, readPhone } from "../login/phone.ts";
import { smsSender } from "../login/send-code.ts";
import { appNamesOf } from "./memberships.ts";
import { changeTeam, loadTeam, requireApps, requireRights, validInvitations } from "./team.ts";

const ID_BODY = 26;

interface NewInvitation {
  readonly invitation: Invitation;
  readonly url: string;
  readonly sent: boolean;
}

/** Each may cost an SMS. */
const INVITATIONS_PER_DAY = 50;

/**
 * Makes an invitation and sends its link to the phone that was given. One that is refused does not count for the day: a
 * member without the right to it would use up the others' invitations.
 *
 * @throws ServiceError `forbidden`, `not_found` for an app, `conflict` at the limits, `rate_limited`
 */
export async function inviteMember(
  who: UserPrincipal,
  body: z.output<typeof inviteBody>,
  now: number,
  alongside: (invitation: Invitation) => readonly Write[],
): Promise<NewInvitation> {
  const apps = body.apps ?? who.apps;
  await requireApps(who, apps);
  const secret = encodeBase32(randomBytes(INVITATION_SECRET_BYTES));
  const invitation: Invitation = {
    id: newId("inv_", now, randomBytes(10)),
    accountId: who.accountId,
    secretHash: sha256(secret),
    role: body.role,
    apps,
    phone: body.phone === undefined ? null : readPhone(body.phone).number,
    telegramUsername: body.telegram_username ?? null,
    createdBy: who.userId,
    createdAt: now,
    expiresAt: now + OFFER_LIFETIME_MS,
  };
  const requireInvitable = (team: Team) => {
    requireRights(team, who, invitation);
    requireRoom(team, now);
  };
  requireInvitable(await loadTeam(who.accountId));
  await limitDaily({ name: "invitations", limit: INVITATIONS_PER_DAY }, who.accountId, now);
  await changeTeam(who.accountId, (team) => {
    requireInvitable(team);
    const valid = validInvitations(team, now);
    const invitationsGone = team.invitations.filter((each) => !valid.includes(each));
    return {
      changed: { invited: invitation, invitationsGone },
      alongside: [
        audit(who, "member.invited", invitation.id, now, body.role),
        ...alongside(invitation),
      ],
      result: null,
    };
  });
  // Behind `#`: browsers send it to no server, so it is in no log.
  const bodies = `${who.accountId.slice(4)}${invitation.id.slice(4)}`;
  const url = `${environment().publicBaseUrl}/join#${bodies}${secret}`;
  return { invitation, url, sent: await sendLink(invitation, url) };
}

function requireRoom(team: Team, now: number): void {
  const open = validInvitations(team, now).length;
  if (open >= MAX_INVITATIONS) {
    throw new ServiceError(
      "conflict",
      `An account has at most ${MAX_INVITATIONS} open invitations.`,
    );
  }
  if (membersOf(team).length >= MAX_MEMBERS) throw isFull();
}

function isFull(): ServiceError {
  return new ServiceError("conflict", `An account has at most ${MAX_MEMBERS} members.`);
}

/** Whether an invitation is sent by SMS: only to countries that login codes go to, to prevent SMS to expensive numbers. */
export function isTexted(
  invitation: Invitation,
): invitation is Invitation & { readonly phone: string } {
  return invitation.phone !== null && isServed(readPhone(invitation.phone));
}

/** Whether the link was sent. A failure keeps the invitation: its link is in the response. */
async function sendLink(invitation: Invitation, url: string): Promise<boolean> {
  if (!isTexted(invitation)) return false;
  try {
    await smsSender("invitation")(
      invitation.phone,
      `You are invited to join a shop's account. Open within 7 days: ${url}`,
    );
    return true;
  } catch (error) {
    log("warn", "invitation not sent", errorFields(error));
    return false;
  }
}

/** @throws ServiceError `not_found`, `forbidden` */
export async function withdrawInvitation(
  who: UserPrincipal,
  id: string,
  now: number,
): Promise<void> {
  await changeTeam(who.accountId, (team) => {
    const invitation = validInvitations(team, now).find((each) => each.id === id);
    if (!invitation) throw notFound("invitation");
    requireRights(team, who, invitation);
    return {
      changed: { invitationsGone: [invitation] },
      alongside: [audit(who, "member.invitation_withdrawn", id, now, invitation.role)],
      result: null,
    };
  });
}

/** Errors about a token say nothing else, so that they don't tell which accounts exist. */
const NAME = "invitation";

/** What an invitation offers a user. @throws ServiceError `not_found` */
export async function openInvitation(user: User, token: string, now: number) {
  const { accountId } = parts(token);
  const team = await loadTeam(accountId, NAME);
  const invitation = offeredTo(team, user, token, now);
  const [inviter, names] = await Promise.all([
    getUser(table(), invitation.createdBy),
    appNamesOf(accountId),
  ]);
  const shown = names.filter(({ appId }) => invitation.apps?.includes(appId) ?? true);
  return { invitation, inviter, appNames: shown.slice(0, 20).map(({ name }) => name) };
}

/**
 * Makes a user a member by their invitation, which is used up.
 *
 * @throws ServiceError `not_found` for one that was used or withdrawn, has expired, is for another login, or whose maker may
 * no longer make it; `account_suspended`; `conflict` for a member, and for a full account
 */
export async function acceptInvitation(user: User, token: string, now: number): Promise<string> {
  const { accountId } = parts(token);
  const accept = (team: Team) => {
    const invitation = offeredTo(team, user, token, now);
    // A thief of an owner's login may have made it: nobody joins until the suspension is lifted.
    if (team.suspended) throw accountIsSuspended();
    if (memberOf(team, user.id) !== null) {
      throw new ServiceError("conflict", "You are already a member of this account.");
    }
    if (membersOf(team).length >= MAX_MEMBERS) throw isFull();
    const { role, apps } = invitation;
    const member: Member = {
      ...{ accountId, userId: user.id, role, apps },
      ...{ joinedAt: now, endedAt: null, offer: null },
    };
    const who = { accountId, userId: user.id, role };
    return {
      changed: { members: [member], invitationsGone: [invitation] },
      alongside: [audit(who, "member.joined", user.id, now, role)],
      result: accountId,
    };
  };
  return changeTeam(accountId, accept, NAME);
}

/** The open invitation of a token, if it is for this user; others learn nothing of it. @throws ServiceError `not_found` */
function offeredTo(team: Team, user: User, token: string, now: number): Invitation {
  const { invitationId, secret } = parts(token);
  const invitation = validInvitations(team, now).find(({ id }) => id === invitationId);
  if (!invitation || !isSameSecret(invitation.secretHash, sha256(secret))) {
    throw notFound(NAME);
  }
  const { phone, telegramUsername } = invitation;
  if (phone !== null && phone !== user.phone) throw notFound(NAME);
  const username = user.telegram?.username?.toLowerCase() ?? null;
  if (telegramUsername !== null && telegramUsername !== username) throw notFound(NAME);
  return invitation;
}

function parts(token: string) {
  return {
    accountId: `acc_${token.slice(0, ID_BODY)}`,
    invitationId: `inv_${token.slice(ID_BODY, 2 * ID_BODY)}`,
    secret: token.slice(2 * ID_BODY),
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
