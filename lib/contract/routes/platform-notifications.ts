import { route } from "../route.ts";
import { noBody } from "../schemas/common.ts";
import {
  notificationSettings,
  testNotification,
  updateNotificationsBody,
} from "../schemas/notification.ts";
import { IDEMPOTENCY_ACCESS } from "./access-sets.ts";

/** What a member is told by Telegram or SMS. */

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
  summary: "Read what you are told in this account, and where",
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
  errors: ["conflict"],
  access: { table: { member: ["GetItem", "PutItem"] } },
  summary: "Choose what you are told in this account, and where",
  description:
    "For yourself only. 409 where `channel` needs a login that is not linked. SMS are for urgent messages: at most five a day for an account, one a day of each type. Choosing a channel makes messages that had stopped go on.",
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
    "At most five an hour. It goes to the chosen channel, also where messages had stopped: if it arrives, they go on. Read `stopped` of the settings a few seconds later.",
});
