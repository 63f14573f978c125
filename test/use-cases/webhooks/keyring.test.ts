import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GetSecretValueCommand, SecretsManagerClient } from "../../../lib/cloud/aws-services.ts";
import { revealWebhookSecret } from "../../../lib/contract/routes/platform-webhooks.ts";
import { fanOut } from "../../../lib/use-cases/webhooks/fan-out.ts";
import { deliveryIdOf } from "../../../lib/use-cases/webhooks/present.ts";
import { deliverBatch } from "../../../lib/use-cases/webhooks/sender.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { invoke, setFunctionEnvironment } from "../../support/function-calls.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";
import { answer, messageTo, newAccountId, settled, WebhookRun } from "../../support/webhook-run.ts";

let engine: TestTable;
let keyring: typeof import("../../../lib/use-cases/webhooks/keyring.ts");
const manager = mockClient(SecretsManagerClient);

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  // Loaded late: it looks at the environment.
  keyring = await import("../../../lib/use-cases/webhooks/keyring.ts");
});
afterAll(() => engine.stop());

const OLD = "o".repeat(64);
const NEW = "n".repeat(64);
const holds = (secret: object) =>
  manager.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(secret) });

beforeEach(async () => {
  // This process has a copy from before the key was changed.
  holds({ current: "1", "1": OLD });
  await keyring.readKeyring(true);
  manager.resetHistory();
});

/** An endpoint that another process, which has the new key, created. */
async function created() {
  holds({ current: "2", "1": OLD, "2": NEW });
  const run = new WebhookRun(engine.table, { receive: () => answer(200) });
  const passphrases = { "1": OLD, "2": NEW };
  Object.assign(run.ring, keyring.deriveKeyring({ current: "2", passphrases }));
  const accountId = newAccountId();
  const { endpoint, secret } = await run.addEndpoint({ accountId, appId: 1 });
  const ports = { ...run.ports, keyring: keyring.readKeyring, send: async () => undefined };
  const waiting = async () => {
    const event = await run.commitEvent({ accountId, appId: 1 });
    const { id, livemode, type, sequence } = event;
    await fanOut(ports, [
      { version: 1, id, account_id: accountId, app_id: 1, livemode, type, sequence },
    ]);
    return messageTo({ endpointId: endpoint.id, id: deliveryIdOf(id, endpoint.id) }, event);
  };
  return { run, ports, accountId, endpoint, secret, waiting };
}

test("a sender signs for an endpoint whose secret was sealed with a key that it has not read yet", async () => {
  const { run, ports, waiting } = await created();
  settled(await deliverBatch(ports, "delivery", [await waiting(), await waiting()]));
  expect(run.posts).toHaveLength(2);
  expect(manager.calls()).toHaveLength(1);
});

test("a secret that was sealed with such a key is revealed", async () => {
  const { accountId, endpoint, secret } = await created();
  const principal = await createUser(engine.table, accountId);
  const { revealWebhookSecret: handler } = await import("../../../functions/platform/webhooks.ts");
  const shown = await invoke(handler, revealWebhookSecret, {
    principal,
    params: { id: endpoint.id },
  });
  expect(shown).toMatchObject({ status: 200, body: { secret } });
});

test("a key that was dropped costs one further read, and no attempt", async () => {
  const { run, ports, waiting } = await created();
  holds({ current: "3", "3": NEW });
  const messages = [await waiting(), await waiting()];
  const outcomes = await deliverBatch(ports, "delivery", messages);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(run.posts).toEqual([]);
  expect(manager.calls()).toHaveLength(1);
});
