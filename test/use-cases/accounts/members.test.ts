import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OFFER_LIFETIME_MS } from "../../../lib/domain/user.ts";
import type { UserPrincipal } from "../../../lib/pipeline/principal.ts";
import { newApiKeyWrite, usableApiKeys } from "../../../lib/store/api-keys.ts";
import { newSessionWrite } from "../../../lib/store/sessions.ts";
import { transact } from "../../../lib/store/transact.ts";
import { changeUserWrite, getUser } from "../../../lib/store/users.ts";
import {
  acceptOwnership,
  changeMember,
  endOffer,
  leaveAccount,
  offerOwnership,
  onlyPage,
  presentAccount,
  presentMemberNow,
  presentMembers,
  presentMembership,
  removeMember,
} from "../../../lib/use-cases/accounts/members.ts";
import { newApiKey } from "../../../lib/use-cases/apps/api-keys.ts";
import { audit } from "../../../lib/use-cases/events/audit.ts";
import { beforeTheCommit } from "../../simulation/chosen-order.ts";
import { setFunctionEnvironment } from "../../support/function-calls.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { newSessionId, sessionOf } from "../../support/users.ts";
import { conflict, DAY, type MemberWish, NOW, newAccount, openTeam, refusalOf } from "./setup.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterAll(() => engine?.stop());
const open = (...wishes: readonly MemberWish[]) => openTeam(engine.table, ...wishes);
const at = (value: number) => new Date(value).toISOString();

const OFFER = { by: "usr_1", at: NOW, staysOwner: true };

describe("a member", () => {
  it("gets another role or other apps, and loses an offer of the ownership", async () => {
    const start = { role: "cashier", apps: [1001], offer: OFFER } as const;
    const { owner, people, rowOf, log } = await open(start);
    const [cashier = owner] = people;
    await changeMember(owner, cashier.userId, { role: "accountant" }, NOW);
    expect(await rowOf(cashier)).toMatchObject({ role: "accountant", apps: [1001], offer: null });
    await changeMember(owner, cashier.userId, { apps: null }, NOW);
    expect(await rowOf(cashier)).toMatchObject({ role: "accountant", apps: null });
    const { appId } = await createMerchant(engine.table, owner);
    await changeMember(owner, cashier.userId, { role: "cashier", apps: [appId] }, NOW);
    expect(await rowOf(cashier)).toMatchObject({ role: "cashier", apps: [appId] });
    const notes = ["cashier → accountant", "accountant → accountant", "accountant → cashier"];
    expect((await log()).toSorted()).toEqual(
      notes
        .map((note) => ["member.changed", owner.userId, "owner", cashier.userId, note])
        .toSorted(),
    );
    const change = (userId: string, apps: readonly number[]) =>
      refusalOf(() => changeMember(owner, userId, { apps }, NOW));
    expect(await change(cashier.userId, [appId + 1])).toBe("not_found");
    expect(await change("usr_unknown", [appId])).toBe("not_found");
  });

  it("of other apps is neither changed, removed nor made by a manager who is limited to some", async () => {
    const cashiers = Array.from({ length: 4 }, () => ({ role: "cashier" as const }));
    const { owner, people } = await open({ role: "manager" }, ...cashiers);
    const one = (await createMerchant(engine.table, owner)).appId;
    const two = (await createMerchant(engine.table, owner)).appId;
    const limits = [[one], [one], [two], [one, two], null];
    for (const [index, apps] of limits.entries())
      await changeMember(owner, people[index]?.userId ?? "", { apps }, NOW);
    const [manager = owner, own = owner, ...others] = people;
    const limited = { ...manager, apps: [one] };
    const change = ({ userId }: UserPrincipal, apps: readonly number[] | null) =>
      refusalOf(() => changeMember(limited, userId, { apps }, NOW));
    const remove = ({ userId }: UserPrincipal) =>
      refusalOf(() => removeMember(limited, userId, false, NOW));
    for (const other of [...others, manager])
      expect([await change(other, [one]), await remove(other)]).toEqual(["forbidden", "forbidden"]);
    expect([await change(own, [one]), await change(own, null)]).toEqual(["no error", "forbidden"]);
    const promote = () => changeMember(limited, own.userId, { role: "manager" }, NOW);
    expect([await refusalOf(promote), await remove(own)]).toEqual(["forbidden", "no error"]);
  });

  it("who is the last owner stays one, and an owner works with all apps", async () => {
    const { owner, people, accountId, rowOf } = await open({ role: "owner" });
    const { appId } = await createMerchant(engine.table, owner);
    const [other = owner] = people;
    const limit = () => changeMember(owner, other.userId, { apps: [appId] }, NOW);
    await expect(limit()).rejects.toMatchObject(conflict("An owner has access to all apps."));
    for (const { userId } of [owner, other]) await changeMember(owner, userId, { apps: null }, NOW);
    await changeMember(owner, other.userId, { role: "manager", apps: [appId] }, NOW);
    expect(await rowOf(other)).toMatchObject({ role: "manager", apps: [appId] });
    for (const last of [
      () => changeMember(owner, owner.userId, { role: "manager" }, NOW),
      () => removeMember(owner, owner.userId, false, NOW),
      () => leaveAccount(owner.userId, accountId, NOW),
    ])
      await expect(last()).rejects.toMatchObject(conflict("The account needs an owner."));
    await changeMember(owner, owner.userId, { apps: null }, NOW);
    const itself = await open({ role: "owner" });
    const self = () => removeMember(itself.owner, itself.owner.userId, false, NOW);
    await expect(self()).rejects.toMatchObject(conflict("You can't remove yourself."));
    await leaveAccount(itself.owner.userId, itself.accountId, NOW);
    expect((await itself.team()).rows).toHaveLength(2);
  });

  it("is kept as one who ended, removed or by leaving, without an offer", async () => {
    const { owner, people, accountId, rowOf, log } = await open(
      { role: "manager", offer: OFFER },
      { role: "cashier", offer: OFFER },
    );
    const [manager = owner, cashier = owner] = people;
    await removeMember(owner, manager.userId, false, NOW);
    await leaveAccount(cashier.userId, accountId, NOW + 1);
    expect(await rowOf(manager)).toMatchObject({ role: "manager", endedAt: NOW, offer: null });
    expect(await rowOf(cashier)).toMatchObject({ role: "cashier", endedAt: NOW + 1, offer: null });
    expect(await log()).toEqual([
      ["member.left", cashier.userId, "cashier", cashier.userId, "cashier"],
      ["member.removed", owner.userId, "owner", manager.userId, "manager"],
    ]);
    for (const gone of [
      () => removeMember(owner, manager.userId, false, NOW),
      () => leaveAccount(cashier.userId, accountId, NOW),
    ])
      expect(await refusalOf(gone)).toBe("not_found");
  });
});

describe("API keys of a member who is removed", () => {
  /** A team, and a key of each of its members but managers. */
  const withKeys = async (...wishes: readonly MemberWish[]) => {
    const team = await open(...wishes);
    const { accountId, owner, people } = team;
    const makers = [owner, ...people.filter(({ role }) => role !== "manager")];
    const wanted = { accountId, appId: null, mode: "live", scopes: [], expiresAt: null } as const;
    const makeKey = async ({ userId }: UserPrincipal) => {
      const { key } = newApiKey({ ...wanted, name: userId }, userId, NOW);
      expect(await transact(engine.table, [newApiKeyWrite(key)])).toEqual({ committed: true });
    };
    for (const maker of makers) await makeKey(maker);
    const makersOfUsable = async () =>
      (await usableApiKeys(engine.table, accountId, NOW + 1)).map(({ createdBy }) => createdBy);
    return { ...team, makersOfUsable, makeKey };
  };

  it("are revoked on request, and only theirs", async () => {
    const { owner, people, makersOfUsable } = await withKeys(
      { role: "developer" },
      { role: "developer" },
    );
    const [one = owner, two = owner] = people;
    await removeMember(owner, one.userId, false, NOW);
    expect((await makersOfUsable()).toSorted()).toEqual(
      [owner, one, two].map(({ userId }) => userId).toSorted(),
    );
    await removeMember(owner, two.userId, true, NOW);
    expect((await makersOfUsable()).toSorted()).toEqual(
      [owner, one].map(({ userId }) => userId).toSorted(),
    );
  });

  it("are revoked on request, also one that they make meanwhile", async () => {
    const { owner, people, makersOfUsable, makeKey } = await withKeys({ role: "developer" });
    const [developer = owner] = people;
    beforeTheCommit(() => makeKey(developer));
    await removeMember(owner, developer.userId, true, NOW);
    expect(await makersOfUsable()).toEqual([owner.userId]);
  });

  it("stay, and so does the member, if the caller may not revoke keys or remove the member", async () => {
    const { owner, people, makersOfUsable, rowOf } = await withKeys(
      { role: "manager" },
      { role: "developer" },
      // Was a developer once.
      { role: "cashier" },
    );
    const [manager = owner, developer = owner, cashier = owner] = people;
    const asking = [
      [manager, cashier],
      [developer, cashier],
      [owner, owner],
    ] as const;
    const refusals = [];
    for (const [who, { userId }] of asking)
      refusals.push(await refusalOf(() => removeMember(who, userId, true, NOW)));
    expect(refusals).toEqual(["forbidden", "forbidden", "conflict"]);
    expect((await makersOfUsable()).toSorted()).toEqual(
      [owner, developer, cashier].map(({ userId }) => userId).toSorted(),
    );
    expect(await rowOf(cashier)).toMatchObject({ endedAt: null });
  });
});

describe("an ownership", () => {
  it.each([
    ["who becomes a manager", false],
    ["who stays one", true],
  ])("is accepted of an owner %s", async (_, staysOwner) => {
    const { owner, people, rowOf, log } = await open({ role: "cashier", apps: [1001] });
    const [cashier = owner] = people;
    expect(await refusalOf(() => acceptOwnership(cashier, NOW))).toBe("not_found");
    await offerOwnership(owner, cashier.userId, staysOwner, NOW);
    expect(await rowOf(cashier)).toMatchObject({
      offer: { by: owner.userId, at: NOW, staysOwner },
    });
    const late = NOW + OFFER_LIFETIME_MS;
    expect(await refusalOf(() => acceptOwnership(cashier, late))).toBe("not_found");
    await acceptOwnership(cashier, late - 1);
    const accepted = { role: "owner", apps: null, offer: null };
    expect(await rowOf(cashier)).toMatchObject({ ...accepted, joinedAt: NOW });
    const former = { role: "manager", apps: null, joinedAt: 0, offer: null };
    expect((await rowOf(owner)) ?? null).toEqual(
      staysOwner ? null : expect.objectContaining(former),
    );
    expect(await log()).toEqual([
      ["ownership.accepted", cashier.userId, "cashier", cashier.userId, owner.userId],
      ["ownership.offered", owner.userId, "owner", cashier.userId, undefined],
    ]);
    const again = () => offerOwnership(owner, cashier.userId, staysOwner, NOW);
    expect(await refusalOf(again)).toBe("conflict");
  });

  it("is no longer offered once it was withdrawn or declined", async () => {
    const { owner, people, rowOf, log } = await open({ role: "cashier" });
    const [cashier = owner] = people;
    for (const who of [owner, cashier]) {
      await offerOwnership(owner, cashier.userId, false, NOW);
      await endOffer(who, cashier.userId, NOW);
      expect(await rowOf(cashier)).toMatchObject({ role: "cashier", offer: null });
      expect(await refusalOf(() => endOffer(who, cashier.userId, NOW))).toBe("not_found");
    }
    const ends = (await log()).filter(([action]) => action !== "ownership.offered");
    expect(ends.toSorted()).toEqual([
      ["ownership.declined", cashier.userId, "cashier", cashier.userId, undefined],
      ["ownership.withdrawn", owner.userId, "owner", cashier.userId, undefined],
    ]);
  });
});

describe("the dashboard", () => {
  it("shows members with their names, their last sign-in here and their last change", async () => {
    const { owner, people, team, accountId } = await open(
      { role: "cashier", apps: [1001], joinedAt: NOW - DAY },
      { role: "manager", joinedAt: NOW },
    );
    const [cashier = owner, manager = owner] = people;
    const elsewhere = { ...cashier, accountId: newAccount(), sessionId: newSessionId(NOW) };
    const sessions = [
      { ...sessionOf({ ...cashier, sessionId: newSessionId(NOW) }, "phone", NOW - 9_000) },
      { ...sessionOf({ ...cashier, sessionId: newSessionId(NOW - 1) }, "phone", NOW - 5_000) },
      { ...sessionOf({ ...cashier, sessionId: newSessionId(NOW - 2) }, "phone", NOW - 7_000) },
      { ...sessionOf(elsewhere, "phone", NOW) },
    ];
    for (const session of sessions) await transact(engine.table, [newSessionWrite(session)]);
    const name = async (
      { userId }: UserPrincipal,
      change: Parameters<typeof changeUserWrite>[1],
    ) => {
      const user = await getUser(engine.table, userId);
      if (user !== null) await transact(engine.table, [changeUserWrite(user, change)]);
    };
    await name(owner, { name: "Selam", telegram: { subject: "1", name: "S", username: "selam" } });
    await name(cashier, { telegram: { subject: "2", name: "Almaz", username: null } });
    await name(manager, { phone: null });
    await transact(engine.table, [audit(cashier, "a.old", "x", NOW - 3_000)]);
    await transact(engine.table, [audit(cashier, "a.new", "x", NOW - 2_000)]);
    await offerOwnership(owner, cashier.userId, false, NOW);
    const stored = await team();
    const rows = [...stored.rows].toSorted((one, two) => one.joinedAt - two.joinedAt);
    const gone = { userId: "usr_gone", joinedAt: NOW + 1 };
    const all = [...rows, ...rows.slice(1).map((row) => ({ ...row, ...gone }))];
    const shown = await presentMembers(stored, all, cashier, NOW);
    const nobody = { name: null, telegram_username: null, phone: null, current: false };
    const first = {
      ...{ id: cashier.userId, object: "member", name: "Almaz", telegram_username: null },
      ...{ phone: "*****0000", role: "cashier", apps: [1001], current: true },
      ownership_offered_until: at(NOW + OFFER_LIFETIME_MS),
      joined_at: at(NOW - DAY),
    };
    expect(shown).toEqual([
      { ...first, last_active_at: at(NOW - 5_000), last_change_at: at(NOW - 2_000) },
      {
        ...{ id: manager.userId, object: "member", name: null, telegram_username: null },
        ...{ phone: null, role: "manager", apps: null, current: false },
        ...{ ownership_offered_until: null, joined_at: at(NOW) },
        ...{ last_active_at: null, last_change_at: null },
      },
      expect.objectContaining({ id: gone.userId, ...nobody }),
    ]);
    expect(await presentMemberNow(cashier, cashier.userId, NOW)).toEqual(first);
    expect(await presentMemberNow(owner, owner.userId, NOW)).toMatchObject({
      ...{ name: "Selam", telegram_username: "selam", joined_at: null, current: true },
    });
    const unknown = () => presentMemberNow({ ...owner, accountId }, "usr_unknown", NOW);
    expect(await refusalOf(unknown)).toBe("not_found");
  });

  it("shows a membership, an account and a list of one page", async () => {
    const { owner } = await open();
    const suspended = { at: NOW, reason: "Fraud" };
    const listed = {
      ...{ accountId: owner.accountId, role: "cashier" as const, appNames: ["Kiosk"] },
      suspended: undefined,
    };
    const shown = {
      ...{ account_id: owner.accountId, object: "membership", role: "cashier" },
      ...{ app_names: ["Kiosk"], current: true, ownership_offered_until: null },
      suspended: null,
    };
    expect(presentMembership({ ...listed, offer: null }, owner)).toEqual(shown);
    const elsewhere = { ...owner, accountId: "acc_other" };
    expect(presentMembership({ ...listed, offer: OFFER, suspended }, elsewhere)).toEqual({
      ...{ ...shown, current: false, ownership_offered_until: at(NOW + OFFER_LIFETIME_MS) },
      suspended: { at: at(NOW), reason: "Fraud" },
    });
    const account = { id: "acc_1", ownerId: "usr_1", createdAt: NOW, closedAt: null };
    const expected = { id: "acc_1", object: "account", currency: "KES", created_at: at(NOW) };
    expect(presentAccount(account, "KES")).toEqual({ ...expected, approval_limit: null });
    expect(presentAccount({ ...account, approvalLimit: 0 }, "KES")).toEqual({
      ...expected,
      approval_limit: 0,
    });
    const page = { object: "list", data: [1], has_more: false, next_cursor: null };
    expect(onlyPage([1])).toEqual(page);
  });
});
