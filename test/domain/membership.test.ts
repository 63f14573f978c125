import { describe, expect, it } from "vitest";
import { type Member, membershipOf } from "../../lib/domain/user.ts";

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
