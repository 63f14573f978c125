import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { routeFunctionId } from "../../../lib/contract/functions.ts";
import { updateNotifications } from "../../../lib/contract/routes/platform-notifications.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { NotificationSettings } from "../../../lib/domain/notification.ts";
import { randomBytes } from "../../../lib/pipeline/deps.ts";
import { getSettings, listDaily, saveSettings } from "../../../lib/store/notifications.ts";
import { beforeTheCommit } from "../../simulation/chosen-order.ts";
import { invoke, loadHandler, setFunctionEnvironment } from "../../support/function-calls.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine.stop());

/** A member who changes their settings. */
async function owner() {
  const now = Date.now();
  const principal = await createUser(engine.table, newId("acc_", now, randomBytes(10)), now);
  const { accountId, userId } = principal;
  const handler = await loadHandler(routeFunctionId(updateNotifications));
  return {
    accountId,
    userId,
    choose: (body: object) => invoke(handler, updateNotifications, { principal, body }),
    stored: () => getSettings(engine.table, accountId, userId),
  };
}

const quiet = { from: "22:00", until: "06:00" };

test.each<[string, object, object, Partial<NotificationSettings>]>([
  ["chooses a language", { language: "am" }, { paid: "each" }, { language: "am", paid: "each" }],
  ["chooses quiet hours", { quiet_hours: quiet }, { language: "am" }, { language: "am", quiet }],
  [
    "mutes all but one kind",
    { kinds: ["receiving_account"] },
    { paid: "daily" },
    { paid: "daily" },
  ],
])(
  "who %s keeps what another request of theirs changes meanwhile",
  async (_, body, other, kept) => {
    const member = await owner();
    beforeTheCommit(async () => {
      expect((await member.choose(other)).status).toBe(200);
    });
    const answer = await member.choose(body);
    expect(answer).toMatchObject({ status: 200, body: { ...body, ...other } });
    expect(await member.stored()).toMatchObject(kept);
  },
);

test("a bot that can't write to a member leaves what they choose meanwhile", async () => {
  const member = await owner();
  const stopped = { reason: "blocked", at: Date.now() } as const;
  beforeTheCommit(() => saveSettings(engine.table, member, { stopped }));
  await member.choose({ paid: "daily" });
  expect(await member.stored()).toMatchObject({ stopped, paid: "daily", channel: null });
});

test("a summary of the day is sent to those who chose it last", async () => {
  const member = await owner();
  const isListed = async () =>
    (await listDaily(engine.table)).some(({ accountId }) => accountId === member.accountId);
  await member.choose({ paid: "daily" });
  await member.choose({ language: "am" });
  expect(await isListed()).toBe(true);
  await member.choose({ paid: "each" });
  expect(await isListed()).toBe(false);
});
