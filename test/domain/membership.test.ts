import { describe, expect, it } from "vitest";
import {
  type Invitation,
  isLastOwner,
  isSecondFactor,
  type Member,
  memberOf,
  membershipOf,
  membersOf,
  openInvitations,
  openOffer,
  type ProvenLogin,
  type Team,
  type User,
  withoutLogin,
} from "../../lib/domain/user.ts";

const USER = { id: "usr_1", accountId: "acc_own" };
const row = (change: Partial<Member> = {}): Member => ({
  ...{ accountId: "acc_own", userId: "usr_1", role: "manager", apps: [1001] },
  ...{ joinedAt: 1, endedAt: null, offer: null },
  ...change,
});

describe("the rights of a user", () => {
  it("are the owner's in the account that was made for them, without a row", () => {
    expect(membershipOf(USER, "acc_own", null)).toEqual({ role: "owner", apps: null });
  });

  it("are none in another account without a row", () => {
    expect(membershipOf(USER, "acc_other", null)).toBeNull();
  });

  it("are those of the row, also in the account that was made for them", () => {
    expect(membershipOf(USER, "acc_own", row())).toEqual({ role: "manager", apps: [1001] });
  });

  it("are none after leaving, also in the account that was made for them", () => {
    expect(membershipOf(USER, "acc_own", row({ endedAt: 2 }))).toBeNull();
  });

  it.each([
    ["another user", row({ userId: "usr_2" })],
    ["another account", row({ accountId: "acc_other" })],
  ])("are none by a row of %s", (_, other) => {
    expect(membershipOf(USER, "acc_own", other)).toBeNull();
  });
});

const NOW = 1_795_000_000_000;
const WEEK_MS = 7 * 86_400_000;
const team = (rows: readonly Member[], invitations: readonly Invitation[] = []): Team => ({
  ...{ accountId: "acc_own", ownUserId: "usr_1", version: 1 },
  ...{ rows, invitations },
});
const IMPLIED: Member = {
  ...{ accountId: "acc_own", userId: "usr_1", role: "owner", apps: null },
  ...{ joinedAt: 0, endedAt: null, offer: null },
};
const cashier = row({ userId: "usr_2", role: "cashier", joinedAt: 20 });
const second = row({ userId: "usr_3", role: "owner", apps: null, joinedAt: 10 });

describe("the members of an account", () => {
  it("are its owner without a row, then the others, oldest first", () => {
    expect(membersOf(team([]))).toEqual([IMPLIED]);
    expect(membersOf(team([cashier, second]))).toEqual([IMPLIED, second, cashier]);
  });

  it("include its own user once, by the row where there is one", () => {
    const own = row({ role: "accountant", joinedAt: 30 });
    expect(membersOf(team([own, cashier]))).toEqual([cashier, own]);
  });

  it("are not those who left, its own user included", () => {
    const left = row({ userId: "usr_3", endedAt: 40 });
    expect(membersOf(team([left, cashier]))).toEqual([IMPLIED, cashier]);
    expect(membersOf(team([row({ endedAt: 40 }), cashier]))).toEqual([cashier]);
  });

  it("are found by their user", () => {
    const all = team([cashier, row({ userId: "usr_4", endedAt: 40 })]);
    expect(memberOf(all, "usr_1")).toEqual(IMPLIED);
    expect(memberOf(all, "usr_2")).toEqual(cashier);
    expect(memberOf(all, "usr_4")).toBeNull();
    expect(memberOf(all, "usr_5")).toBeNull();
  });
});

describe("the last owner", () => {
  it("is the only one, whoever else is a member", () => {
    expect(isLastOwner(team([cashier]), "usr_1")).toBe(true);
    expect(isLastOwner(team([row(), cashier, second]), "usr_3")).toBe(true);
  });

  it("is none of two owners", () => {
    const two = team([cashier, second]);
    expect(["usr_1", "usr_3"].map((id) => isLastOwner(two, id))).toEqual([false, false]);
  });

  it("is neither a member of another role nor someone who left", () => {
    expect(isLastOwner(team([cashier]), "usr_2")).toBe(false);
    const handedOver = team([row({ role: "owner", endedAt: 40 }), second]);
    expect(isLastOwner(handedOver, "usr_1")).toBe(false);
    expect(isLastOwner(handedOver, "usr_3")).toBe(true);
  });

  it("is nobody in an account without an owner", () => {
    expect(isLastOwner(team([row({ endedAt: 40 }), cashier]), "usr_2")).toBe(false);
  });
});

describe("an invitation", () => {
  it("is open until it expires, to the millisecond", () => {
    const invited = (id: string, expiresAt: number): Invitation => ({
      ...{ id, accountId: "acc_own", secretHash: "00", role: "cashier", apps: null },
      ...{ phone: null, telegramUsername: null, createdBy: "usr_1", createdAt: 1, expiresAt },
    });
    const all = [invited("inv_1", NOW - 1), invited("inv_2", NOW), invited("inv_3", NOW + 1)];
    expect(openInvitations(team([], all), NOW).map(({ id }) => id)).toEqual(["inv_3"]);
  });
});

describe("an offer of ownership", () => {
  const offer = { by: "usr_1", at: NOW, staysOwner: false };
  const offered = { ...cashier, offer };

  it("is open for seven days, to the millisecond", () => {
    const all = team([offered]);
    expect(openOffer(all, offered, NOW)).toEqual(offer);
    expect(openOffer(all, offered, NOW + WEEK_MS - 1)).toEqual(offer);
    expect(openOffer(all, offered, NOW + WEEK_MS)).toBeNull();
  });

  it("is open only while who made it is an owner", () => {
    expect(openOffer(team([row({ role: "owner" }), offered]), offered, NOW)).toEqual(offer);
    expect(openOffer(team([row({ role: "manager" }), offered]), offered, NOW)).toBeNull();
    expect(openOffer(team([row({ role: "owner", endedAt: 2 }), offered]), offered, NOW)).toBeNull();
  });

  it("is none unless it was made", () => {
    expect(openOffer(team([cashier]), cashier, NOW)).toBeNull();
  });
});

describe("removing a login", () => {
  it("takes that login from the user and leaves the other", () => {
    expect(withoutLogin("phone")).toEqual({ phone: null });
    expect(withoutLogin("telegram")).toEqual({ telegram: null });
  });
});

describe("a second factor", () => {
  const PHONE = "+251911000001";
  const telegram = { subject: "77", name: "Almaz", username: null };
  const byPhone: ProvenLogin = { kind: "phone", phone: PHONE };
  const issuer = "https://telegram.example";
  const byTelegram: ProvenLogin = { kind: "telegram", issuer, profile: telegram };
  it.each<[string, Partial<User>, ProvenLogin, "phone" | "telegram", boolean]>([
    ["the only login, a phone", { phone: PHONE }, byPhone, "phone", true],
    ["the only login, of Telegram", { telegram }, byTelegram, "telegram", true],
    ["another phone", { phone: "+251911000002" }, byPhone, "phone", false],
    [
      "another user of Telegram",
      { telegram: { ...telegram, subject: "78" } },
      byTelegram,
      "telegram",
      false,
    ],
    ["a login of Telegram that the user has not", { phone: PHONE }, byTelegram, "phone", false],
    ["the phone that the session began with", { phone: PHONE, telegram }, byPhone, "phone", false],
    ["the phone in a session by Telegram", { phone: PHONE, telegram }, byPhone, "telegram", true],
    ["Telegram in a session by phone", { phone: PHONE, telegram }, byTelegram, "phone", true],
  ])("is, or is not, %s", (_, logins, login, begun, expected) => {
    const user = { phone: null, telegram: null, ...logins };
    expect(isSecondFactor(login, { login: begun }, user)).toBe(expected);
  });
});
