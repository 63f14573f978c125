import { expect, it } from "vitest";
import { type NotifyChannel, type User, withoutLogin } from "../../lib/domain/user.ts";

const USER: User = {
  ...{ id: "usr_1", accountId: "acc_1", name: null, notifyBy: "none", createdAt: 1 },
  phone: "+251911000401",
  telegram: { subject: "7700", name: "Marta Example", username: null },
  closedAt: null,
};

it.each<["phone" | "telegram", NotifyChannel, ReturnType<typeof withoutLogin>]>([
  ["phone", "sms", { phone: null, notifyBy: "telegram" }],
  ["phone", "telegram", { phone: null }],
  ["phone", "none", { phone: null }],
  ["telegram", "telegram", { telegram: null, notifyBy: "sms" }],
  ["telegram", "sms", { telegram: null }],
  ["telegram", "none", { telegram: null }],
])(
  "removing the login by %s of a user who is notified by %s changes only %j: no notice goes to a removed login",
  (kind, notifyBy, changes) => {
    expect(withoutLogin({ ...USER, notifyBy }, kind)).toEqual(changes);
  },
);
