import { createHash } from "node:crypto";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Invitation,
  MAX_INVITATIONS,
  MAX_MEMBERS,
  type MemberRole,
  OFFER_LIFETIME_MS,
  type User,
} from "../../../lib/domain/user.ts";
import type { UserPrincipal } from "../../../lib/pipeline/principal.ts";
import { newAppWrite } from "../../../lib/store/apps.ts";
import { smsDays } from "../../../lib/store/operations.ts";
import { getSession, revokeSession } from "../../../lib/store/sessions.ts";
import { suspendWrite } from "../../../lib/store/suspensions.ts";
import { transact } from "../../../lib/store/transact.ts";
import { closeAccountWrite, getUser, teamWrites } from "../../../lib/store/users.ts";
import type * as Invitations from "../../../lib/use-cases/accounts/invitations.ts";
import {
  changeMember,
  leaveAccount,
  presentInvitation,
  removeMember,
} from "../../../lib/use-cases/accounts/members.ts";
import {
  appNamesOf,
  listMemberships,
  switchAccount,
} from "../../../lib/use-cases/accounts/memberships.ts";
import { validInvitations } from "../../../lib/use-cases/accounts/team.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { setFunctionEnvironment } from "../../support/function-calls.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";
import { conflict, type MemberWish, NOW, newAccount, openTeam, refusalOf } from "./setup.ts";

const PHONE = "+251911000007";
const sns = mockClient(SNSClient);
let engine: TestTable;
let acceptInvitation: typeof Invitations.acceptInvitation;
let inviteMember: typeof Invitations.inviteMember;
let isTexted: typeof Invitations.isTexted;
let openInvitation: typeof Invitations.openInvitation;
let withdrawInvitation: typeof Invitations.withdrawInvitation;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  // It reads its environment while it loads.
  ({ acceptInvitation, inviteMember, isTexted, openInvitation, withdrawInvitation } = await import(
    "../../../lib/use-cases/accounts/invitations.ts"
  ));
});
beforeEach(() => {
  sns.reset();
  sns.on(PublishCommand).resolves({});
});
afterAll(() => engine?.stop());

const open = (...wishes: readonly MemberWish[]) => openTeam(engine.table, ...wishes);
const invite = (who: UserPrincipal, body: Partial<Parameters<typeof inviteMember>[1]> = {}) =>
  inviteMember(who, { role: "cashier", ...body }, NOW, () => []);
const tokenOf = ({ url }: { readonly url: string }) => url.split("#")[1] ?? "";
async function person(change: Partial<User> = {}): Promise<User> {
  const { userId } = await createUser(engine.table, newAccount(), NOW);
  const user = await getUser(engine.table, userId);
  if (user === null) throw new Error("The user is gone.");
  return { ...user, ...change };
}
let lastApp = 1000;
/** Ids of new apps of an account, oldest first. */
async function addApps(accountId: string, count: number): Promise<number[]> {
  const ids = Array.from({ length: count }, (_, index) => lastApp + index + 1);
  lastApp += count;
  const apps = ids.map((appId) => ({ appId, accountId, name: `Shop ${appId}`, createdAt: NOW }));
  await transact(
    engine.table,
    apps.map((app) => newAppWrite({ ...app, deletedAt: null })),
  );
  return ids;
}

const changesTo =
  (role: "manager" | "accountant") =>
  ({ userId }: UserPrincipal, owner: UserPrincipal) =>
    changeMember(owner, userId, { role }, NOW);

describe("an invitation", () => {
  it("is a link whose secret is stored as its hash, for 7 days", async () => {
    const { owner, accountId, team, log } = await open();
    const made: Invitation[] = [];
    const body = { role: "manager", phone: "0911000007", telegram_username: "almaz" } as const;
    const { invitation, url, sent } = await inviteMember(owner, body, NOW, (one) => {
      made.push(one);
      return [];
    });
    const link = /^https:\/\/pay\.example\/join#(\w{26})(\w{26})(\w{26})$/.exec(url) ?? [];
    expect(link.slice(1, 3)).toEqual([accountId.slice(4), invitation.id.slice(4)]);
    const secretHash = createHash("sha256")
      .update(link[3] ?? "")
      .digest("hex");
    const stored = {
      ...{ id: invitation.id, accountId, secretHash, role: "manager", apps: null, phone: PHONE },
      ...{ telegramUsername: "almaz", createdBy: owner.userId, createdAt: NOW },
      expiresAt: NOW + OFFER_LIFETIME_MS,
    };
    expect([invitation, ...made]).toEqual([stored, stored]);
    expect((await team()).invitations).toEqual([stored]);
    expect(sent).toBe(true);
    const sms = await smsDays(engine.table, 2, Date.now());
    expect(sms.map(({ invitation, login }) => [invitation, login])).toEqual([[1, 0]]);
    const texts = sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input);
    expect(texts).toMatchObject([
      {
        PhoneNumber: PHONE,
        Message: `You are invited to join a shop's account. Open within 7 days: ${url}`,
      },
    ]);
    expect(await log()).toEqual([
      ["member.invited", owner.userId, "owner", invitation.id, "manager"],
    ]);
    expect(presentInvitation({ ...invitation, apps: [1001] })).toEqual({
      ...{ id: invitation.id, object: "invitation", role: "manager", apps: [1001] },
      ...{ phone: "*****0007", telegram_username: "almaz", invited_by: owner.userId },
      created_at: new Date(NOW).toISOString(),
      expires_at: new Date(NOW + OFFER_LIFETIME_MS).toISOString(),
    });
    expect(presentInvitation(invitation).apps).toBeNull();
  });

  it("is not sent without a phone or to another country, and kept where its SMS is refused", async () => {
    const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const { owner, team } = await open();
    const unsent = [await invite(owner), await invite(owner, { phone: "+447400123456" })];
    expect(unsent.map(({ sent }) => sent)).toEqual([false, false]);
    expect(unsent.map(({ invitation }) => isTexted(invitation))).toEqual([false, false]);
    expect(sns.commandCalls(PublishCommand)).toEqual([]);
    expect(output).not.toHaveBeenCalled();
    sns.on(PublishCommand).rejects(new Error("refused"));
    const { sent, invitation } = await invite(owner, { phone: PHONE });
    expect([sent, isTexted(invitation)]).toEqual([false, true]);
    expect(String(output.mock.calls[0])).toContain('"level":"warn"');
    expect((await team()).invitations).toHaveLength(3);
    vi.restoreAllMocks();
  });

  it("is for apps of whoever makes it, all of theirs where it names none", async () => {
    const { owner, accountId, people } = await open({ role: "manager" });
    const [one = 0, two = 0] = await addApps(accountId, 2);
    const limited = { ...(people[0] ?? owner), apps: [one] };
    await changeMember(owner, limited.userId, { apps: [one] }, NOW);
    expect((await invite(limited)).invitation.apps).toEqual([one]);
    expect((await invite(owner, { apps: [two] })).invitation.apps).toEqual([two]);
    expect(await refusalOf(() => invite(limited, { apps: [two] }))).toBe("not_found");
    expect(await refusalOf(() => invite(limited, { role: "manager" }))).toBe("forbidden");
    // The token still says all apps.
    expect(await refusalOf(() => invite({ ...limited, apps: null }))).toBe("forbidden");
  });

  it(`is one of ${MAX_INVITATIONS} at most; those that ended go with the next one`, async () => {
    const { owner, accountId, people, team } = await open({ role: "manager" });
    const [manager = owner] = people;
    for (let made = 1; made < MAX_INVITATIONS; made++) await invite(owner);
    const { invitation: last } = await invite(manager);
    const full = conflict(`at most ${MAX_INVITATIONS} open invitations`);
    await expect(invite(owner)).rejects.toMatchObject(full);
    await removeMember(owner, manager.userId, false, NOW);
    expect(validInvitations(await team(), NOW)).toHaveLength(MAX_INVITATIONS - 1);
    const { invitation: next } = await invite(owner);
    const ids = (await team()).invitations.map(({ id }) => id);
    expect([ids.length, ids.includes(last.id), ids.includes(next.id)]).toEqual([20, false, true]);
    const late = NOW + OFFER_LIFETIME_MS;
    await inviteMember(owner, { role: "cashier" }, late, () => []);
    expect((await team()).invitations).toHaveLength(1);
    expect(validInvitations(await team(), NOW)[0]?.accountId).toBe(accountId);
  });

  it(`is neither made nor accepted in an account with ${MAX_MEMBERS} members, also of two at the same moment`, async () => {
    const { owner, accountId, team } = await open();
    const crowd = Array.from({ length: MAX_MEMBERS - 2 }, (_, index) => ({
      ...{ accountId, userId: `usr_crowd${index}`, role: "cashier" as const },
      ...{ apps: null, joinedAt: 1, endedAt: null, offer: null },
    }));
    await transact(engine.table, teamWrites(await team(), { members: crowd }));
    const tokens = [tokenOf(await invite(owner)), tokenOf(await invite(owner))];
    const people = [await person(), await person()];
    const full = `An account has at most ${MAX_MEMBERS} members.`;
    const results = await Promise.all(
      people.map((user, index) =>
        acceptInvitation(user, tokens[index] ?? "", NOW).then(
          () => "joined",
          ({ code, message }) => `${code}: ${message}`,
        ),
      ),
    );
    expect(results.sort()).toEqual([`conflict: ${full}`, "joined"]);
    await expect(invite(owner)).rejects.toMatchObject(conflict(full));
  });

  it.each<[string, (who: UserPrincipal, owner: UserPrincipal) => Promise<unknown>, MemberRole?]>([
    ["a manager, of a developer", changesTo("manager"), "owner"],
    ["removed", ({ userId }, owner) => removeMember(owner, userId, false, NOW)],
    ["leaving", ({ userId, accountId }) => leaveAccount(userId, accountId, NOW)],
    ["demoted", changesTo("accountant")],
    [
      "limited",
      async ({ userId, accountId }, owner) =>
        changeMember(owner, userId, { apps: await addApps(accountId, 1) }, NOW),
    ],
  ])("ends with the rights of whoever made it: %s", async (_, end, role = "manager") => {
    const { owner, people, team } = await open({ role });
    const [manager = owner] = people;
    const token = tokenOf(
      await invite(manager, { role: role === "owner" ? "developer" : "cashier" }),
    );
    const user = await person();
    expect(await refusalOf(() => openInvitation(user, token, NOW))).toBe("no error");
    await end(manager, owner);
    expect(await refusalOf(() => openInvitation(user, token, NOW))).toBe("not_found");
    expect(await refusalOf(() => acceptInvitation(user, token, NOW))).toBe("not_found");
    expect(validInvitations(await team(), NOW)).toEqual([]);
  });

  it("is withdrawn by who may make it, once", async () => {
    const { owner, people, team, log } = await open({ role: "manager" });
    const [manager = owner] = people;
    const [one, two] = [await invite(owner), await invite(owner, { role: "developer" })];
    const withdraw = (who: UserPrincipal, { invitation: { id } }: typeof one, now = NOW) =>
      refusalOf(() => withdrawInvitation(who, id, now));
    expect(await withdraw(manager, two)).toBe("forbidden");
    expect(await withdraw(owner, two, NOW + OFFER_LIFETIME_MS)).toBe("not_found");
    expect(await withdraw(manager, one)).toBe("no error");
    expect(await withdraw(manager, one)).toBe("not_found");
    expect((await team()).invitations).toEqual([two.invitation]);
    expect((await log()).filter(([action]) => action === "member.invitation_withdrawn")).toEqual([
      [...["member.invitation_withdrawn", manager.userId, "manager"], one.invitation.id, "cashier"],
    ]);
  });

  it("shows who made it and the newest apps that it is for, of 20 at most", async () => {
    const { owner, accountId } = await open();
    const ids = [...(await addApps(accountId, 50)), ...(await addApps(accountId, 51))];
    const user = await person();
    const shown = async (body: Parameters<typeof invite>[1]) => {
      const made = await invite(owner, body);
      const opened = await openInvitation(user, tokenOf(made), NOW);
      expect(opened.invitation).toEqual(made.invitation);
      expect(opened.inviter?.id).toBe(owner.userId);
      return opened.appNames;
    };
    const names = ids.map((id) => `Shop ${id}`).toReversed();
    expect(await shown({})).toEqual(names.slice(0, 20));
    const [, first = 0, second = 0] = ids;
    expect(await shown({ apps: [first, second] })).toEqual([`Shop ${second}`, `Shop ${first}`]);
    expect((await appNamesOf(accountId)).map(({ name }) => name)).toEqual(names.slice(0, 100));
  });

  it("makes a member with its role and apps, once", async () => {
    const { owner, accountId, team, log } = await open();
    const [appId = 0] = await addApps(accountId, 1);
    const made = await invite(owner, { role: "accountant", apps: [appId] });
    const user = await person();
    expect(await acceptInvitation(user, tokenOf(made), NOW + 5)).toBe(accountId);
    expect(await team()).toMatchObject({
      rows: [
        {
          ...{ accountId, userId: user.id, role: "accountant", apps: [appId] },
          ...{ joinedAt: NOW + 5, endedAt: null, offer: null },
        },
      ],
      invitations: [],
    });
    expect((await log())[0]).toEqual([
      ...["member.joined", user.id, "accountant", user.id, "accountant"],
    ]);
    const again = () => acceptInvitation(user, tokenOf(made), NOW + 6);
    expect(await refusalOf(again)).toBe("not_found");
    const other = await invite(owner);
    expect(await refusalOf(() => acceptInvitation(user, tokenOf(other), NOW))).toBe("conflict");
  });

  const telegram = { subject: "77", name: null, username: "Almaz" };
  it.each<[string, Parameters<typeof invite>[1], Partial<User>, boolean]>([
    ["a phone, by its user", { phone: PHONE }, { phone: PHONE }, true],
    ["a phone, by another one", { phone: PHONE }, { phone: "+251911000008" }, false],
    ["a phone, by a user without one", { phone: PHONE }, { phone: null, telegram }, false],
    ["a name, in any case, by its user", { telegram_username: "almaz" }, { telegram }, true],
    [
      "a name, by another one",
      { telegram_username: "almaz" },
      { telegram: { ...telegram, username: "other" } },
      false,
    ],
    [
      "a name, by a user who has none",
      { telegram_username: "almaz" },
      { telegram: { ...telegram, username: null } },
      false,
    ],
    ["a name, by a user without Telegram", { telegram_username: "almaz" }, {}, false],
    ["anyone, by a user with both", {}, { phone: PHONE, telegram }, true],
  ])("for %s, is opened and accepted only by them", async (_, body, change, isTheirs) => {
    const { owner } = await open();
    const token = tokenOf(await invite(owner, body));
    const user = await person(change);
    const expected = isTheirs ? "no error" : "not_found";
    expect(await refusalOf(() => openInvitation(user, token, NOW))).toBe(expected);
    expect(await refusalOf(() => acceptInvitation(user, token, NOW))).toBe(expected);
  });

  it("is not accepted while the account is suspended", async () => {
    const { owner, accountId, team } = await open();
    const token = tokenOf(await invite(owner));
    const suspended = { at: NOW, reason: "Stolen login" };
    await transact(engine.table, [suspendWrite(accountId, suspended)]);
    const user = await person();
    expect(await refusalOf(() => acceptInvitation(user, token, NOW))).toBe("account_suspended");
    expect((await team()).rows.map(({ userId }) => userId)).not.toContain(user.id);
  });

  it("is not found by another token, after its time, or in a closed account", async () => {
    const { owner, accountId } = await open();
    const [made, other] = [await invite(owner), await invite(owner)];
    const token = tokenOf(made);
    const wrong = [
      token.slice(0, 52) + tokenOf(other).slice(52),
      token.slice(0, 26) + tokenOf(other).slice(26, 52) + token.slice(52),
      `${newAccount().slice(4)}${token.slice(26)}`,
      ...["", token.slice(0, 52), `${token}0`, `!${token.slice(1)}`],
    ];
    const user = await person();
    const refusals = async (text: string, now = NOW) => [
      await refusalOf(() => openInvitation(user, text, now)),
      await refusalOf(() => acceptInvitation(user, text, now)),
    ];
    const none = ["not_found", "not_found"];
    for (const text of wrong) expect([text, ...(await refusals(text))]).toEqual([text, ...none]);
    expect(await refusals(token, NOW + OFFER_LIFETIME_MS)).toEqual(none);
    await transact(engine.table, [closeAccountWrite(accountId, NOW)]);
    expect(await refusals(token)).toEqual(none);
  });
});

describe("accounts of a user", () => {
  it("are their own first, then those in which they have a role, with the newest three apps", async () => {
    const { owner, accountId } = await open();
    const ids = await addApps(accountId, 5);
    const user = await person();
    const own = { accountId: user.accountId, role: "owner", appNames: [], offer: null };
    expect(await listMemberships(user, NOW)).toEqual([own]);
    const made = await invite(owner, { apps: ids.slice(0, 4) });
    await acceptInvitation(user, tokenOf(made), NOW);
    const joined = { accountId, role: "cashier", offer: null };
    const names = ids
      .slice(1, 4)
      .map((id) => `Shop ${id}`)
      .toReversed();
    expect(await listMemberships(user, NOW)).toEqual([own, { ...joined, appNames: names }]);
    const left = await person();
    const other = await invite(owner);
    await acceptInvitation(left, tokenOf(other), NOW);
    const newest = ids
      .slice(2)
      .map((id) => `Shop ${id}`)
      .toReversed();
    expect(await listMemberships(left, NOW)).toMatchObject([{}, { accountId, appNames: newest }]);
    expect(await listMemberships(user, NOW)).toHaveLength(2);
    await removeMember(owner, left.id, false, NOW);
    expect(await listMemberships(left, NOW)).toMatchObject([{ accountId: left.accountId }]);
    await transact(engine.table, [closeAccountWrite(accountId, NOW)]);
    expect(await listMemberships(user, NOW)).toEqual([own]);
    await transact(engine.table, [closeAccountWrite(user.accountId, NOW)]);
    expect(await listMemberships(user, NOW)).toEqual([]);
  });

  it("are switched in their session, and remembered for the next one", async () => {
    const { owner, accountId, people } = await open({ role: "cashier" });
    const [cashier = owner] = people;
    const read = async () => {
      const user = await getUser(engine.table, cashier.userId);
      if (user === null) throw new Error("The user is gone.");
      return user;
    };
    const user = await read();
    const change = (to: string, who = cashier) => switchAccount(who, user, to);
    expect((await change(accountId)).accountId).toBe(accountId);
    expect((await getSession(engine.table, cashier.sessionId))?.accountId).toBe(accountId);
    expect((await read()).lastAccountId).toBe(accountId);
    await change(user.accountId);
    expect((await read()).lastAccountId).toBe(user.accountId);
    expect(await refusalOf(() => change(newAccount()))).toBe("not_found");
    await removeMember(owner, cashier.userId, false, NOW);
    expect(await refusalOf(() => change(accountId))).toBe("not_found");
    await revokeSession(engine.table, cashier.sessionId, NOW);
    expect(await refusalOf(() => change(user.accountId))).toBe("conflict");
  });
});
