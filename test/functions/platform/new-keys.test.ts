import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { routeFunctionId } from "../../../lib/contract/functions.ts";
import { createApiKey, rotateApiKey } from "../../../lib/contract/routes/platform-keys.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { Member } from "../../../lib/domain/user.ts";
import { randomBytes } from "../../../lib/pipeline/deps.ts";
import type { UserPrincipal } from "../../../lib/pipeline/principal.ts";
import { usableApiKeys } from "../../../lib/store/api-keys.ts";
import { revokeSession, sessionAccountWrite } from "../../../lib/store/sessions.ts";
import { transact } from "../../../lib/store/transact.ts";
import { getTeam, newAccountWrite, teamWrites } from "../../../lib/store/users.ts";
import { beforeTheCommit } from "../../simulation/chosen-order.ts";
import {
  type Invocation,
  invoke,
  loadHandler,
  setFunctionEnvironment,
} from "../../support/function-calls.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine.stop());

async function store(accountId: string, member: Member): Promise<void> {
  const team = await getTeam(engine.table, accountId);
  if (team === null) throw new Error("There is no team.");
  await transact(engine.table, teamWrites(team, { members: [member] }));
}

/** A developer of a merchant, as a user of another account. */
async function developerOf({ accountId }: Merchant) {
  const now = Date.now();
  const account = { id: accountId, ownerId: "usr_1", createdAt: now, closedAt: null };
  await transact(engine.table, [newAccountWrite(account)]);
  const user = await createUser(engine.table, newId("acc_", now, randomBytes(10)), now);
  const { userId, sessionId } = user;
  const rights = { role: "developer", apps: null } as const;
  const member: Member = {
    ...{ accountId, userId, ...rights },
    ...{ joinedAt: now, endedAt: null, offer: null },
  };
  await store(accountId, member);
  await transact(engine.table, [sessionAccountWrite(sessionId, accountId)]);
  const principal: UserPrincipal = { ...user, accountId, ...rights };
  const call = async (route: typeof createApiKey | typeof rotateApiKey, more: Invocation) =>
    invoke(await loadHandler(routeFunctionId(route)), route, { principal, ...more });
  return { member, principal, call };
}

describe.each([
  [
    "was removed",
    ({ member }: { member: Member }) => store(member.accountId, { ...member, endedAt: Date.now() }),
  ],
  [
    "was signed out",
    ({ principal }: { principal: UserPrincipal }) =>
      revokeSession(engine.table, principal.sessionId, Date.now()),
  ],
])("a member who %s during the request", (_, end) => {
  it.each([["creates"], ["rotates"]])(
    "%s no API key that a revocation has already missed",
    async (verb) => {
      const merchant = await createMerchant(engine.table);
      const developer = await developerOf(merchant);
      const body = { name: "Till", mode: "test", app_id: merchant.appId };
      const { id } = (await developer.call(createApiKey, { body })).body;
      const usable = async () =>
        (await usableApiKeys(engine.table, merchant.accountId, Date.now())).map((key) => key.id);
      const before = await usable();
      expect(before).toContain(id);
      beforeTheCommit(() => end(developer));
      const late = await (verb === "creates"
        ? developer.call(createApiKey, { body })
        : developer.call(rotateApiKey, { params: { id }, body: {} }));
      expect(late.status).toBe(409);
      expect(await usable()).toEqual(before);
    },
  );
});
