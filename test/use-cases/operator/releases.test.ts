import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Deployment } from "../../../lib/cloud/code-deploy.ts";
import { UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import { lastReleases } from "../../../lib/store/operations.ts";
import { recordRelease } from "../../../lib/use-cases/operator/releases.ts";
import { serviceReport } from "../../../lib/use-cases/operator/report.ts";
import { startTable, type TestTable } from "../../support/table.ts";

const START = Date.UTC(2026, 10, 25, 9);
const MINUTE = 60_000;

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine?.stop());

let made = 0;

/** One deployment, and the one that takes it back, as CodeDeploy tells them at a moment. */
function codeDeploy() {
  made += 1;
  const [id, back] = [`d-${made}`, `d-${made}B`];
  const startedAt = START + made * MINUTE;
  const known = new Map<string, Deployment>();
  const tell = (deploymentId: string, more: Partial<Deployment>) =>
    known.set(deploymentId, {
      ...{ id: deploymentId, group: "authorizer", status: "InProgress", percent: 10 },
      ...{ createdAt: startedAt, endedAt: null, alarms: [], from: "1", to: "2" },
      ...{ rolledBackBy: null, rollsBack: null, ...more },
    });
  const read = async (deploymentId: string) => {
    const found = known.get(deploymentId);
    if (found === undefined) throw new Error(`there is no ${deploymentId}`);
    return found;
  };
  const record = (deploymentId: string, as = read) => recordRelease(engine.table, as, deploymentId);
  const stored = async () =>
    (await lastReleases(engine.table, 100, ({ message }) => expect.unreachable(message))).filter(
      (release) => release.id === id,
    );
  return { id, back, startedAt, tell, record, stored, known };
}

describe("the record of a release", () => {
  it("is one item from its start to its end, however often an event comes", async () => {
    const { id, startedAt, tell, record, stored } = codeDeploy();
    tell(id, {});
    for (const _ of [1, 2]) await record(id);
    expect(await stored()).toMatchObject([{ state: "running", endedAt: null, from: "1", to: "2" }]);
    tell(id, { status: "Succeeded", endedAt: startedAt + MINUTE });
    for (const _ of [1, 2]) await record(id);
    expect(await stored()).toMatchObject([{ state: "succeeded", endedAt: startedAt + MINUTE }]);
  });

  it("goes from the alarm to its end by the events of the deployment that takes it back", async () => {
    const { id, back, startedAt, tell, record, stored } = codeDeploy();
    const alarms = ["checkout-prod-release-invariants"];
    tell(id, { status: "Stopped", endedAt: startedAt + MINUTE, alarms });
    await record(id);
    expect(await stored()).toMatchObject([{ state: "failed", alarms }]);
    tell(id, { status: "Stopped", endedAt: startedAt + MINUTE, alarms, rolledBackBy: back });
    tell(back, { rollsBack: id });
    await record(back);
    expect(await stored()).toMatchObject([{ state: "withdrawing", endedAt: null, alarms }]);
    const backAt = startedAt + 2 * MINUTE;
    tell(back, { rollsBack: id, status: "Succeeded", endedAt: backAt });
    await record(back);
    expect(await stored()).toMatchObject([{ state: "withdrawn", endedAt: backAt, alarms }]);
  });

  it("does not turn back where a slow run stores what it read before the end", async () => {
    const { id, startedAt, tell, record, stored, known } = codeDeploy();
    tell(id, {});
    const before = known.get(id) as Deployment;
    tell(id, { status: "Succeeded", endedAt: startedAt + MINUTE });
    await record(id);
    await record(id, async () => before);
    expect(await stored()).toMatchObject([{ state: "succeeded", endedAt: startedAt + MINUTE }]);
  });

  it("says failed, not withdrawn, where the way back failed too", async () => {
    const { id, back, tell, record, stored } = codeDeploy();
    tell(id, { status: "Failed", endedAt: START, rolledBackBy: back });
    tell(back, { rollsBack: id, status: "Failed", endedAt: START });
    await record(id);
    expect(await stored()).toMatchObject([{ state: "failed" }]);
  });

  it("is left out of the report where it cannot be read, and named; the others stay", async () => {
    const readable = codeDeploy();
    readable.tell(readable.id, {});
    await readable.record(readable.id);
    const damaged = codeDeploy();
    damaged.tell(damaged.id, {});
    await damaged.record(damaged.id);
    const sk = `${new Date(damaged.startedAt).toISOString()}#${damaged.id}`;
    await engine.table.client.send(
      new UpdateCommand({
        TableName: engine.table.name,
        Key: { pk: "OPS#releases", sk },
        UpdateExpression: "REMOVE startedAt",
        ConditionExpression: "attribute_exists(pk)",
      }),
    );
    const told: string[] = [];
    const now = START + 1000 * MINUTE;
    const { releases } = await serviceReport(engine.table, null, now, ({ message }) =>
      told.push(message),
    );
    const ids = releases.flatMap(({ functions }) => functions.map(({ id }) => id));
    expect(ids).toContain(readable.id);
    expect(ids).not.toContain(damaged.id);
    expect(told).toEqual([`Stored release ${damaged.id}: startedAt is not number`]);
  });
});
