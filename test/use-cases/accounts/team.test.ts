import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Member, MemberRole, Team } from "../../../lib/domain/user.ts";
import type { UserPrincipal } from "../../../lib/pipeline/principal.ts";
import { transact } from "../../../lib/store/transact.ts";
import { closeAccountWrite } from "../../../lib/store/users.ts";
import { leaveAccount } from "../../../lib/use-cases/accounts/members.ts";
import {
  changeTeam,
  requireApps,
  requireRights,
  seenActors,
} from "../../../lib/use-cases/accounts/team.ts";
import { audit } from "../../../lib/use-cases/events/audit.ts";
import { setFunctionEnvironment } from "../../support/function-calls.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { type MemberWish, NOW, newAccount, openTeam, refusalOf } from "./setup.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterAll(() => engine?.stop());
const open = (...wishes: readonly MemberWish[]) => openTeam(engine.table, ...wishes);

type Rights = Pick<Member, "role" | "apps">;
const rights = (role: MemberRole, apps: readonly number[] | null = null): Rights => ({
  ...{ role, apps },
});

describe("rights of a team", () => {
  const cashier = rights("cashier");
  it.each<[string, Rights, readonly Rights[], boolean]>([
    ["an owner gives any", rights("owner"), [rights("owner"), rights("manager", [1])], true],
    ["a manager a cashier's", rights("manager"), [cashier, rights("cashier", [1])], true],
    ["a manager no others", rights("manager"), [rights("accountant")], false],
    [
      "a manager no others beside a cashier's",
      rights("manager"),
      [cashier, rights("manager")],
      false,
    ],
    ["a developer none", rights("developer"), [cashier], false],
    ["an accountant none", rights("accountant"), [cashier], false],
    ["a cashier none", cashier, [cashier], false],
    [
      "a limited manager those of the same apps",
      rights("manager", [1, 2]),
      [rights("cashier", [2])],
      true,
    ],
    [
      "a limited manager none of other apps",
      rights("manager", [1]),
      [rights("cashier", [1, 2])],
      false,
    ],
    ["a limited manager none of all apps", rights("manager", [1]), [cashier], false],
    [
      "a limited manager none of others beside the same",
      rights("manager", [1]),
      [rights("cashier", [1]), rights("cashier", [2])],
      false,
    ],
  ])("are given by the stored role, not by the token's: %s", async (_, own, wanted, isAllowed) => {
    const row = { ...own, accountId: "acc_1", userId: "usr_2", joinedAt: 1, endedAt: null };
    const team: Team = {
      ...{ accountId: "acc_1", ownUserId: "usr_1", version: 1, invitations: [] },
      rows: [{ ...row, offer: null }],
    };
    const who = (userId: string, role: MemberRole): UserPrincipal => ({
      ...{ kind: "user", sessionId: "ses_1", accountId: "acc_1", apps: null, userId, role },
    });
    const refusal = (by: UserPrincipal, of = team) =>
      refusalOf(() => requireRights(of, by, ...(wanted as Member[])));
    expect(await refusal(who("usr_2", "owner"))).toBe(isAllowed ? "no error" : "forbidden");
    expect(await refusal(who("usr_3", "owner"))).toBe("forbidden");
    const left = { ...team, rows: team.rows.map((one) => ({ ...one, endedAt: 2 })) };
    expect(await refusal(who("usr_2", "owner"), left)).toBe("forbidden");
  });

  it("name apps that exist and that the one who gives them works with", async () => {
    const { owner } = await open();
    const other = await createMerchant(engine.table);
    const [one, two] = [
      (await createMerchant(engine.table, owner)).appId,
      (await createMerchant(engine.table, owner)).appId,
    ];
    const limited = { ...owner, apps: [one, other.appId] };
    const refusal = (who: UserPrincipal, apps: readonly number[] | null) =>
      refusalOf(() => requireApps(who, apps));
    expect(await refusal(owner, null)).toBe("no error");
    expect(await refusal(owner, [one, two])).toBe("no error");
    expect(await refusal(owner, [one, other.appId])).toBe("not_found");
    expect(await refusal(limited, null)).toBe("forbidden");
    expect(await refusal(limited, [one])).toBe("no error");
    expect(await refusal(limited, [one, two])).toBe("not_found");
    expect(await refusal(limited, [other.appId])).toBe("not_found");
  });
});

describe("the actors of the audit log", () => {
  it("are those who work with no other apps, for a member of some apps; a member of all apps sees everybody", async () => {
    const limits = [[1001, 1002], [1001], [1002, 1003], null];
    const { owner, people } = await open(
      ...limits.map((apps) => ({ role: "manager", apps }) as const),
    );
    const [both = owner, first = owner] = people;
    expect(await seenActors(both)).toEqual(new Set([both.userId, first.userId]));
    expect(await seenActors(first)).toEqual(new Set([first.userId]));
    expect(await seenActors(owner)).toBeNull();
  });
});

describe("a change of a team", () => {
  it("sees the change before it, and gives up after twelve", async () => {
    const { owner, accountId, people, team } = await open({ role: "cashier" }, { role: "cashier" });
    let rounds = 0;
    const meanwhile = () => leaveAccount(people[rounds]?.userId ?? "", accountId, NOW);
    const change = { changed: {}, alongside: [], result: "done" };
    const result = await changeTeam(accountId, async ({ version }) => {
      if (rounds === 0) await meanwhile();
      rounds += 1;
      return { ...change, result: version };
    });
    expect([rounds, result, (await team()).version]).toEqual([2, 2, 3]);
    rounds = 0;
    const busy = () =>
      changeTeam(accountId, async () => {
        rounds += 1;
        await changeTeam(accountId, () => change);
        return change;
      });
    expect([await refusalOf(busy), rounds]).toEqual(["conflict", 12]);
    const twice = [audit(owner, "a.b", "x", NOW)];
    await changeTeam(accountId, () => ({ ...change, alongside: twice }));
    const again = () => changeTeam(accountId, () => ({ ...change, alongside: twice }));
    expect(await refusalOf(again)).toBe("conflict");
  });

  it("is refused for an account that is closed or unknown, also one that closes meanwhile", async () => {
    const { accountId } = await open();
    const change = { changed: {}, alongside: [], result: null };
    const closing = () =>
      changeTeam(accountId, async () => {
        await transact(engine.table, [closeAccountWrite(accountId, NOW)]);
        return change;
      });
    expect(await refusalOf(closing)).toBe("unauthenticated");
    for (const id of [accountId, newAccount()])
      expect(await refusalOf(() => changeTeam(id, () => change))).toBe("not_found");
  });
});
