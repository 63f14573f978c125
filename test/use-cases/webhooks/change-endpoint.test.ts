import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { DocumentClient, TransactWriteCommand } from "../../../lib/cloud/dynamodb.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { UserPrincipal } from "../../../lib/pipeline/principal.ts";
import { deleteEndpointWrite, disableWrite, getEndpoint } from "../../../lib/store/endpoints.ts";
import { transact, type Write } from "../../../lib/store/transact.ts";
import { setFunctionEnvironment } from "../../support/function-calls.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { answer, newAccountId, WebhookRun } from "../../support/webhook-run.ts";

let engine: TestTable;
let change: typeof import("../../../lib/use-cases/webhooks/endpoints.ts").changeEndpoint;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  // Loaded late: it looks at the environment.
  ({ changeEndpoint: change } = await import("../../../lib/use-cases/webhooks/endpoints.ts"));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine.stop());

async function newEndpoint() {
  const accountId = newAccountId();
  const { endpoint } = await new WebhookRun(engine.table, {
    receive: () => answer(200),
  }).addEndpoint({ accountId, appId: 1 });
  const who: UserPrincipal = {
    kind: "user",
    userId: newId("usr_", 1, randomBytes(10)),
    accountId,
    sessionId: newId("ses_", 1, randomBytes(10)),
    ...{ role: "owner", apps: null },
  };
  const stored = () => getEndpoint(engine.table, accountId, endpoint.id);
  return { endpoint, who, stored };
}

/** Commits a write after the endpoint was read and before its change is sent. */
function meanwhile(write: Write): void {
  const { send } = DocumentClient.prototype;
  let armed = true;
  vi.spyOn(DocumentClient.prototype, "send").mockImplementation(async function (
    this: DocumentClient,
    ...call: unknown[]
  ) {
    if (armed && call[0] instanceof TransactWriteCommand) {
      armed = false;
      expect(await transact(engine.table, [write])).toEqual({ committed: true });
    }
    return Reflect.apply(send, this, call);
  });
}

test.each([
  [{ status: "enabled" }, { status: "enabled", disabledReason: null, disabledAt: null }],
  [
    { status: "enabled", description: "Shop" },
    { status: "enabled", disabledReason: null, description: "Shop" },
  ],
  [{ description: "Shop" }, { status: "disabled", disabledReason: "gone", description: "Shop" }],
  [{ status: "disabled" }, { status: "disabled", disabledReason: "gone", disabledAt: 5 }],
] as const)(
  "%j answers with what is stored if a delivery disables the endpoint",
  async (body, after) => {
    const { endpoint, who, stored } = await newEndpoint();
    meanwhile(disableWrite(endpoint, "gone", 5));
    const changed = await change(who, endpoint.id, body, 9);
    expect(changed.after).toMatchObject(after);
    expect(await stored()).toMatchObject(after);
  },
);

test("an endpoint that is deleted meanwhile is not found", async () => {
  const { endpoint, who } = await newEndpoint();
  meanwhile(deleteEndpointWrite(endpoint));
  await expect(change(who, endpoint.id, { status: "enabled" }, 9)).rejects.toMatchObject({
    code: "not_found",
  });
});
