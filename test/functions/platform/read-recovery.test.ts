import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routeFunctionId } from "../../../lib/contract/functions.ts";
import { readRecovery } from "../../../lib/contract/routes/platform-webhooks.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { newRecovery } from "../../../lib/domain/user.ts";
import { newEndpointWrite } from "../../../lib/store/endpoints.ts";
import { newRecoveryWrite } from "../../../lib/store/recoveries.ts";
import { transact } from "../../../lib/store/transact.ts";
import { getTeam, teamWrites } from "../../../lib/store/users.ts";
import { invoke, loadHandler, setFunctionEnvironment } from "../../support/function-calls.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterAll(() => engine.stop());

/** A recovery of a new endpoint of an app. */
async function startRecovery(accountId: string, appId: number) {
  const now = Date.now();
  const id = newId("whk_", now, randomBytes(10));
  const recoveryId = newId("rcv_", now, randomBytes(10));
  const commit = await transact(engine.table, [
    newEndpointWrite({
      ...{ id, accountId, appId, livemode: true, events: ["*"], description: null, slow: false },
      ...{ url: "https://shop.example/hook", status: "enabled", disabledReason: null },
      ...{ disabledAt: null, deletedAt: null, failuresInARow: 0, timeoutsInARow: 0 },
      ...{ failingSince: null, lastSuccessAt: null, secret: "sealed", previousSecret: null },
      createdAt: now,
    }),
    newRecoveryWrite(
      newRecovery({ id: recoveryId, accountId, endpointId: id, since: now, createdAt: now }),
    ),
  ]);
  expect(commit.committed).toBe(true);
  return { id, recovery_id: recoveryId };
}

test("a developer of some apps sees how far a recovery of their endpoint is, and none of another app's", async () => {
  const { table } = engine;
  const { accountId, appId } = await createMerchant(table);
  const other = await createMerchant(table, { accountId });
  const { userId, sessionId } = await createUser(table, accountId);
  const team = await getTeam(table, accountId);
  if (team === null) throw new Error("There is no team.");
  const limited = { role: "developer", apps: [appId] } as const;
  const row = { accountId, userId, ...limited, joinedAt: 1, endedAt: null, offer: null };
  await transact(table, teamWrites(team, { members: [row] }));
  const principal = { kind: "user", userId, accountId, sessionId, ...limited } as const;
  const read = await loadHandler(routeFunctionId(readRecovery));
  const own = await invoke(read, readRecovery, {
    principal,
    params: await startRecovery(accountId, appId),
  });
  expect([own.status, own.body.status]).toEqual([200, "running"]);
  const others = await invoke(read, readRecovery, {
    principal,
    params: await startRecovery(accountId, other.appId),
  });
  expect(others.status).toBe(404);
});
