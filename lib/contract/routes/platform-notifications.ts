import { route } from "../route.ts";
import { noBody } from "../schemas/common.ts";
import {
  notificationSettings,
  testNotification,
  updateNotificationsBody,
} from "../schemas/notification.ts";
import { IDEMPOTENCY_ACCESS } from "./access-sets.ts";

/** A member's notifications by Telegram or SMS. */

const NOTIFICATIONS = "/api/platform/me/notifications/";

export const readNotifications = route({
  surface: "platform",
  operation: "read-notifications",
  method: "GET",
  path: NOTIFICATIONS,
  auth: "jwt",
  permission: "self",
  request: {},
  responses: { 200: notificationSettings },
  errors: [],
  access: { table: { member: ["GetItem"] } },
  summary: "Read your notification settings in this account",
});

export const updateNotifications = route({
  surface: "platform",
  operation: "update-notifications",
  method: "PATCH",
  path: NOTIFICATIONS,
  auth: "jwt",
  permission: "self",
  request: { body: updateNotificationsBody },
  responses: { 200: notificationSettings },
  errors: ["forbidden", "conflict"],
  access: { table: { member: ["GetItem", "UpdateItem"] } },
  summary: "Change your notification settings in this account",
  description:
    "For yourself only. 409 if `channel` needs a login that is not linked; 403 if `paid` is `daily` and your role sees no statistics. SMS are only for urgent messages: at most five a day for an account, and one a day of each type, besides those about receiving accounts, phones, suspensions and sign-ins. Choosing a channel resumes messages that had stopped.",
  example: { channel: "telegram", paid: "daily", quiet_hours: { from: "22:00", until: "07:00" } },
});

export const testNotifications = route({
  surface: "platform",
  operation: "test-notifications",
  method: "POST",
  path: `${NOTIFICATIONS}test/`,
  auth: "jwt",
  permission: "self",
  request: { body: noBody },
  responses: { 202: testNotification },
  errors: ["rate_limited"],
  access: {
    table: { ...IDEMPOTENCY_ACCESS, rate: ["UpdateItem"] },
    queues: ["notifications"],
  },
  idempotent: true,
  summary: "Send yourself a test message",
  description:
    "At most five an hour. It goes to the chosen channel, even if messages to it had stopped: if it arrives, they resume. Read `stopped` in the settings a few seconds later.",
});
