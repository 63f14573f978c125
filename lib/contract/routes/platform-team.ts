import { route } from "../route.ts";
import { session } from "../schemas/login.ts";
import {
  acceptOwnershipBody,
  account,
  accountNamed,
  invitationList,
  invitationParams,
  invitationToken,
  inviteBody,
  member,
  memberList,
  memberParams,
  membershipList,
  newInvitation,
  offerOwnershipBody,
  openedInvitation,
  removeMemberQuery,
  updateAccountBody,
  updateMemberBody,
} from "../schemas/team.ts";
import { ADDRESS_SECRETS, IDEMPOTENCY_ACCESS } from "./access-sets.ts";

/** The members of an account, their invitations, and the accounts of a user. */

const MEMBERS = "/api/platform/members/";
const MEMBER = `${MEMBERS}{id}/` as const;
const INVITATIONS = `${MEMBERS}invitations/` as const;
const MEMBERSHIPS = "/api/platform/me/memberships/";

const READ_TEAM = { account: ["GetItem"], member: ["GetItem", "Query"] } as const;
const WRITE_TEAM = {
  account: ["GetItem", "ConditionCheckItem"],
  member: ["GetItem", "Query", "PutItem", "DeleteItem"],
  audit: ["PutItem"],
} as const;

/** Changes the account of a session, and that in which the user's next sign-in begins. */
const SWITCH = { session: ["GetItem", "UpdateItem"], user: ["UpdateItem"] } as const;

export const listMembers = route({
  surface: "platform",
  operation: "list-members",
  method: "GET",
  path: MEMBERS,
  auth: "jwt",
  permission: "members.read",
  request: {},
  responses: { 200: memberList },
  errors: [],
  access: {
    table: {
      ...READ_TEAM,
      user: ["GetItem", "BatchGetItem"],
      session: ["Query"],
      audit: ["Query"],
    },
  },
  summary: "List the members of the account, at most 50",
});

export const inviteMember = route({
  surface: "platform",
  operation: "invite-member",
  method: "POST",
  path: MEMBERS,
  auth: "jwt",
  permission: "members.write",
  recentSignIn: true,
  needsActiveAccount: true,
  request: { body: inviteBody },
  responses: { 201: newInvitation },
  errors: ["not_found", "forbidden", "conflict", "rate_limited"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      ...WRITE_TEAM,
      app: ["Query"],
      rate: ["UpdateItem"],
      operations: ["UpdateItem"],
    },
    secrets: ["sms-sender"],
    sms: true,
  },
  idempotent: true,
  summary: "Invite someone by a link",
  description:
    "The link works once, for 7 days. With a phone number, it is sent by SMS if login codes are (`sent`), and only a login with that number can accept; likewise a Telegram user name. At most 20 open invitations and 50 members (409 beyond), and 50 invitations a day. A manager can invite cashiers only.",
  example: { role: "cashier", phone: "0911000000" },
});

export const updateMember = route({
  surface: "platform",
  operation: "update-member",
  method: "PATCH",
  path: MEMBER,
  auth: "jwt",
  permission: "members.write",
  recentSignIn: true,
  request: { params: memberParams, body: updateMemberBody },
  responses: { 200: member },
  errors: ["not_found", "forbidden", "conflict"],
  access: { table: { ...WRITE_TEAM, app: ["Query"], user: ["GetItem", "BatchGetItem"] } },
  summary: "Change a member's role or apps",
  description:
    "The member's access tokens for this account end within 60 seconds. 409 for the last owner. A manager can change cashiers only.",
  example: { role: "manager" },
});

export const removeMember = route({
  surface: "platform",
  operation: "remove-member",
  method: "DELETE",
  path: MEMBER,
  auth: "jwt",
  permission: "members.write",
  request: { params: memberParams, query: removeMemberQuery },
  responses: { 204: null },
  errors: ["not_found", "forbidden", "conflict"],
  access: { table: { ...WRITE_TEAM, api_key: ["Query", "UpdateItem"] } },
  summary: "Remove a member",
  description:
    "The member's access tokens for this account end within 60 seconds. `revoke_api_keys` also revokes the API keys whose `created_by` is the member; this needs a role that can revoke keys. Everything else they created or know keeps working: rotate other API keys, signing secrets and phone secrets, and check the endpoint URLs and receiving accounts. 409 for the last owner, and for yourself: leave the account instead.",
});

export const offerOwnership = route({
  surface: "platform",
  operation: "offer-ownership",
  method: "POST",
  path: "/api/platform/ownership/{id}/",
  auth: "jwt",
  permission: "account",
  recentSignIn: true,
  needsActiveAccount: true,
  request: { params: memberParams, body: offerOwnershipBody },
  responses: { 200: member },
  errors: ["not_found", "conflict"],
  access: { table: { ...WRITE_TEAM, user: ["GetItem", "BatchGetItem"] } },
  summary: "Offer ownership of the account to a member",
  description: "The member can accept for 7 days. Until then, nothing changes.",
  example: { stay_owner: true },
});

export const withdrawOwnership = route({
  surface: "platform",
  operation: "withdraw-ownership",
  method: "DELETE",
  path: "/api/platform/ownership/{id}/",
  auth: "jwt",
  permission: "account",
  request: { params: memberParams },
  responses: { 204: null },
  errors: ["not_found"],
  access: { table: WRITE_TEAM },
  summary: "Withdraw an ownership offer",
});

export const listInvitations = route({
  surface: "platform",
  operation: "list-invitations",
  method: "GET",
  path: INVITATIONS,
  auth: "jwt",
  permission: "members.read",
  request: {},
  responses: { 200: invitationList },
  errors: [],
  access: { table: READ_TEAM },
  summary: "List open invitations, at most 20",
});

export const withdrawInvitation = route({
  surface: "platform",
  operation: "withdraw-invitation",
  method: "DELETE",
  path: `${INVITATIONS}{id}/`,
  auth: "jwt",
  permission: "members.write",
  request: { params: invitationParams },
  responses: { 204: null },
  errors: ["not_found", "forbidden"],
  access: { table: WRITE_TEAM },
  summary: "Withdraw an invitation",
});

export const openInvitation = route({
  surface: "platform",
  operation: "open-invitation",
  method: "POST",
  path: `${MEMBERSHIPS}preview/`,
  auth: "jwt",
  permission: "self",
  request: { body: invitationToken },
  responses: { 200: openedInvitation },
  errors: ["not_found"],
  access: { table: { ...READ_TEAM, app: ["Query"], user: ["GetItem"] } },
  summary: "See what an invitation offers",
  description:
    "404 for an invitation that was used or withdrawn, has expired, or is for another login.",
  example: { token: "0".repeat(78) },
});

export const acceptInvitation = route({
  surface: "platform",
  operation: "accept-invitation",
  method: "POST",
  path: MEMBERSHIPS,
  auth: "jwt",
  permission: "self",
  request: { body: invitationToken },
  responses: { 200: session },
  errors: ["not_found", "conflict", "account_suspended"],
  access: {
    table: { ...WRITE_TEAM, ...SWITCH },
    secrets: ["signing-key"],
  },
  summary: "Accept an invitation and work in its account",
  description:
    "Returns an access token for that account. 404 for an invitation that was used or withdrawn, has expired, or is for another login; 403 while that account is suspended.",
  example: { token: "0".repeat(78) },
});

export const listMemberships = route({
  surface: "platform",
  operation: "list-memberships",
  method: "GET",
  path: MEMBERSHIPS,
  auth: "jwt",
  permission: "self",
  request: {},
  responses: { 200: membershipList },
  errors: [],
  access: { table: { ...READ_TEAM, app: ["Query"] } },
  summary: "List the accounts in which the user has a role",
});

export const leaveAccount = route({
  surface: "platform",
  operation: "leave-account",
  method: "DELETE",
  path: `${MEMBERSHIPS}{account_id}/`,
  auth: "jwt",
  permission: "self",
  request: { params: accountNamed },
  responses: { 204: null },
  errors: ["not_found", "conflict"],
  access: { table: WRITE_TEAM },
  summary: "Leave an account",
  description: "409 for its last owner.",
});

export const acceptOwnership = route({
  surface: "platform",
  operation: "accept-ownership",
  method: "POST",
  path: "/api/platform/me/ownership/",
  auth: "jwt",
  permission: "self",
  needsActiveAccount: true,
  request: { body: acceptOwnershipBody },
  responses: { 200: session },
  errors: ["not_found", "conflict", "rate_limited"],
  access: {
    table: {
      ...WRITE_TEAM,
      login_code: ["GetItem", "UpdateItem", "DeleteItem"],
      nonce: ["PutItem", "DeleteItem"],
      rate: ["UpdateItem"],
      session: ["GetItem", "UpdateItem"],
    },
    secrets: ["otp-pepper", "signing-key", ...ADDRESS_SECRETS],
  },
  summary: "Accept ownership of the account in use",
  description:
    "Needs fresh proof of your own login, as for logging in. If you have two logins, prove the one that did not begin this session. 404 without an offer; 400 for any other proof.",
  example: { phone: "0911000000", code: "123456" },
});

export const declineOwnership = route({
  surface: "platform",
  operation: "decline-ownership",
  method: "DELETE",
  path: "/api/platform/me/ownership/",
  auth: "jwt",
  permission: "self",
  request: {},
  responses: { 204: null },
  errors: ["not_found"],
  access: { table: WRITE_TEAM },
  summary: "Decline an ownership offer",
});

export const switchAccount = route({
  surface: "platform",
  operation: "switch-account",
  method: "POST",
  path: "/api/platform/session/account/",
  auth: "jwt",
  permission: "self",
  request: { body: accountNamed },
  responses: { 200: session },
  errors: ["not_found", "conflict"],
  access: {
    table: { ...SWITCH, member: ["GetItem", "Query"] },
    secrets: ["signing-key"],
  },
  summary: "Work in another account of the user",
  description:
    "Changes the account of this session and returns an access token for it. Tokens for the previous account end immediately. The user's next sign-in begins in that account.",
  example: { account_id: "acc_01m7w2q3r4s5t6v7w8x9y0z1a2" },
});

export const readAccount = route({
  surface: "platform",
  operation: "read-account",
  method: "GET",
  path: "/api/platform/account/",
  auth: "jwt",
  permission: "self",
  request: {},
  responses: { 200: account },
  errors: [],
  access: { table: { account: ["GetItem"] } },
  summary: "Read the settings of the account",
});

export const updateAccount = route({
  surface: "platform",
  operation: "update-account",
  method: "PATCH",
  path: "/api/platform/account/",
  auth: "jwt",
  permission: "account",
  request: { body: updateAccountBody },
  responses: { 200: account },
  errors: [],
  access: { table: { account: ["GetItem", "UpdateItem"], audit: ["PutItem"] } },
  summary: "Set the amount above which approvals and rejections need an owner",
  example: { approval_limit: 500_000 },
});
