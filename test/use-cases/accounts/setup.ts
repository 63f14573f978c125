import { expect } from "vitest";
import { newId } from "../../../lib/domain/ids.ts";
import type { Member, MemberRole, Team } from "../../../lib/domain/user.ts";
import { randomBytes } from "../../../lib/pipeline/deps.ts";
import type { UserPrincipal } from "../../../lib/pipeline/principal.ts";
import { listAudit } from "../../../lib/store/audit.ts";
import { type Table, transact } from "../../../lib/store/transact.ts";
import { getTeam, teamWrites } from "../../../lib/store/users.ts";
import { createUser } from "../../support/users.ts";

export const NOW = Date.now();
export const DAY = 86_400_000;

export type MemberWish = Partial<Member> & { readonly role: MemberRole };

export const newAccount = () => newId("acc_", NOW, randomBytes(10));

/** An account straight in the table: its owner, and members who each have an account of their own, too. */
export async function openTeam(table: Table, ...wishes: readonly MemberWish[]) {
  const owner = await createUser(table, newAccount(), NOW);
  const { accountId } = owner;
  const people: UserPrincipal[] = [];
  const members: Member[] = [];
  for (const wish of wishes) {
    const { userId, sessionId } = await createUser(table, newAccount(), NOW);
    const { role, apps = null } = wish;
    people.push({ kind: "user", userId, sessionId, accountId, role, apps });
    const facts = { apps: null, joinedAt: NOW, endedAt: null, offer: null };
    members.push({ ...facts, ...wish, accountId, userId });
  }
  const before = { accountId, ownUserId: owner.userId, version: 0, rows: [], invitations: [] };
  await transact(table, teamWrites(before, { members }));
  const team = async (): Promise<Team> => {
    const stored = await getTeam(table, accountId);
    if (stored === null) throw new Error("The account is gone.");
    return stored;
  };
  return {
    ...{ accountId, owner, people, team },
    /** The stored row of a member. */
    rowOf: async ({ userId }: UserPrincipal) =>
      (await team()).rows.find((row) => row.userId === userId),
    /** What the audit log says, newest first. */
    log: async () => {
      const { data } = await listAudit(table, accountId, { limit: 20, internal: true }, NOW);
      return data.map(({ actor, role, action, objectId, note }) => [
        ...[action, actor, role, objectId, note],
      ]);
    },
  };
}

/** The code of the error that a call ends with. Each says in a sentence what is wrong. */
export async function refusalOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return "no error";
  } catch (error) {
    const { code, message } = error as { readonly code: unknown; readonly message: string };
    return /^[A-Z].*\w\.$/.test(message) ? code : error;
  }
}

/** A refusal for `toMatchObject`. */
export const conflict = (message: string) => ({
  code: "conflict",
  message: expect.stringContaining(message),
});
