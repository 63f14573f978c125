import * as z from "zod";
import { ROLES } from "../roles.ts";
import {
  appId,
  atLeastOne,
  distinct,
  flag,
  id,
  list,
  optional,
  pattern,
  timestamp,
  withDefault,
} from "./common.ts";
import { linkLoginBody, phoneInput } from "./login.ts";

/** Roles that can be given: ownership is offered and accepted instead. */
const GIVEN_ROLES = ["manager", "developer", "cashier", "accountant"] as const;

/** The only apps that a member works with; null: all. */
const apps = distinct(z.array(appId).min(1).max(100)).nullable();

/** A user with a role in the account. */
export const member = z.object({
  /** The user's id. */
  id: id("usr"),
  object: z.literal("member"),
  name: z.string().nullable(),
  /** Masked; null for a user who logs in by Telegram only. */
  phone: z.string().nullable(),
  telegram_username: z.string().nullable(),
  role: z.enum(ROLES),
  apps: z.array(appId).nullable(),
  /** The one that asks. */
  current: z.boolean(),
  /** Until when this member can accept the ownership; null without an offer. */
  ownership_offered_until: timestamp.nullable(),
  /** null for the owner for whom the account was made. */
  joined_at: timestamp.nullable(),
});
/** With what the member last did. */
export const listedMember = member.extend({
  /** When a session of theirs in this account last began or was renewed, to about 10 minutes; null without one. */
  last_active_at: timestamp.nullable(),
  /** When they last changed something, as the audit log's newest 500 entries say; null if none is theirs. */
  last_change_at: timestamp.nullable(),
});
export const memberList = list(listedMember);

export const memberParams = z.strictObject({ id: id("usr") });
/** Whether to also revoke the API keys that the member created. */
export const removeMemberQuery = z.strictObject({
  revoke_api_keys: flag.optional().default(false),
});
export const updateMemberBody = atLeastOne(
  z.strictObject({ role: z.enum(GIVEN_ROLES).optional(), apps: apps.optional() }),
);
export const offerOwnershipBody = z.strictObject({
  /** Whether you stay an owner as well; otherwise you become a manager. */
  stay_owner: withDefault(z.boolean(), false),
});

export const inviteBody = z.strictObject({
  role: z.enum(GIVEN_ROLES),
  apps: optional(apps.unwrap()),
  /** Only a login with this phone can accept; the link is sent to it by SMS. */
  phone: optional(phoneInput),
  /** Only a login with this Telegram user name can accept. */
  telegram_username: optional(
    pattern(/^@?[A-Za-z]\w{3,31}$/, "must be a Telegram user name").transform((name) =>
      name.replace(/^@/, "").toLowerCase(),
    ),
  ),
});

/** Someone who may join by a link. */
export const invitation = z.object({
  id: id("inv"),
  object: z.literal("invitation"),
  role: z.enum(GIVEN_ROLES),
  apps: z.array(appId).nullable(),
  /** Masked. */
  phone: z.string().nullable(),
  telegram_username: z.string().nullable(),
  invited_by: id("usr"),
  created_at: timestamp,
  expires_at: timestamp,
});
export const invitationList = list(invitation);
export const newInvitation = invitation.extend({
  /** Shown once: null in a repeated response. Whoever opens it can join, unless a phone or user name was given. */
  url: z.string().nullable(),
  /** Whether it was sent by SMS; false without a phone, or if the gateway failed. */
  sent: z.boolean(),
});
export const invitationParams = z.strictObject({ id: id("inv") });

/** The part of an invitation's URL after `#`. */
export const invitationToken = z.strictObject({
  token: pattern(/^[0-9a-z]{78}$/, "is not the token of an invitation"),
});
/** What an invitation offers, for the person who opened it. */
export const openedInvitation = z.object({
  object: z.literal("opened_invitation"),
  /** Name of the member who invites; null where they have none. */
  invited_by: z.string().nullable(),
  /** Names of the shops, at most 20. */
  app_names: z.array(z.string()),
  role: z.enum(GIVEN_ROLES),
  expires_at: timestamp,
});

/** By an operator of the service: the account opens no checkout until it is lifted. */
export const suspension = z.object({ at: timestamp, reason: z.string() });

/** An account in which the user has a role. */
export const membership = z.object({
  account_id: id("acc"),
  object: z.literal("membership"),
  role: z.enum(ROLES),
  /** Names of its shops, at most three. */
  app_names: z.array(z.string()),
  /** The account in use. */
  current: z.boolean(),
  /** Null while the account is not suspended. */
  suspended: suspension.nullable(),
  /** Until when the user can accept its ownership; null without an offer. */
  ownership_offered_until: timestamp.nullable(),
});
export const membershipList = list(membership);
/** Names an account: in the path or in the body. */
export const accountNamed = z.strictObject({ account_id: id("acc") });

/** A fresh proof of the user's own login: of the other one than this session's, where they have two. */
export const acceptOwnershipBody = linkLoginBody;

/** Settings of the account. */
export const account = z.object({
  id: id("acc"),
  object: z.literal("account"),
  /** Approvals and rejections of larger amounts, in minor units of `currency`, need an owner; null: none does. */
  approval_limit: z.int().min(0).nullable(),
  /** The service's own currency. Amounts in another one are always above the limit. */
  currency: z.string(),
  created_at: timestamp,
});
export const updateAccountBody = z.strictObject({
  approval_limit: z.int().min(0).max(1_000_000_000_000).nullable(),
});
