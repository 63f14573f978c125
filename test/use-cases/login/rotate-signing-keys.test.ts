import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "../../../lib/cloud/aws-services.ts";
import { ROTATE_AFTER_MS } from "../../../lib/domain/tokens.ts";
import { getPublishedKeys, putPublishedKeys } from "../../../lib/store/sessions.ts";
import { rotateSigningKeys } from "../../../lib/use-cases/login/rotate-signing-keys.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { setFunctionEnvironment } from "../../support/function-calls.ts";
import { startTable, type TestTable } from "../../support/table.ts";

const NOW = Date.UTC(2026, 10, 23);
const secrets = mockClient(SecretsManagerClient);

let engine: TestTable;
/** What the secret holds. */
let text: string;
/** Runs while the next reader of the secret waits for its answer. */
let meanwhile: (() => Promise<unknown>) | null;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterAll(() => engine?.stop());

beforeEach(async () => {
  text = "{}";
  meanwhile = null;
  await putPublishedKeys(engine.table, [], await getPublishedKeys(engine.table));
  secrets.reset();
  secrets.on(GetSecretValueCommand).callsFake(async () => {
    const SecretString = text;
    const other = meanwhile;
    meanwhile = null;
    await other?.();
    return { SecretString };
  });
  secrets.on(PutSecretValueCommand).callsFake(({ SecretString = "" }) => {
    text = SecretString;
    return {};
  });
});

const published = async () => (await getPublishedKeys(engine.table)).map(({ kid }) => kid);
const stored = () => (JSON.parse(text) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);

test.each([
  ["none is due", NOW],
  ["the next one is due", NOW + ROTATE_AFTER_MS],
])("keys dropped while another run reads them stay dropped, when %s", async (_, now) => {
  const [leaked] = (await rotateSigningKeys(NOW)).accepted;
  meanwhile = () => rotateSigningKeys(now, true);
  await rotateSigningKeys(now);
  expect(await published()).toHaveLength(1);
  expect(await published()).not.toContain(leaked);
  expect(stored()).toEqual(await published());
});

test("dropped keys stay dropped when the secret still holds them, and the next run makes a new key", async () => {
  await rotateSigningKeys(NOW);
  const before = text;
  const { accepted, dropped } = await rotateSigningKeys(NOW, true);
  // The run ended between its two writes, or a run that had begun earlier wrote the secret last.
  text = before;
  await rotateSigningKeys(NOW);
  expect(await published()).not.toContain(dropped[0]);
  expect(stored()).toHaveLength(1);
  expect([...dropped, ...accepted]).not.toContain(stored()[0]);
  expect(await published()).toContain(stored()[0]);
});

test("a key that is published and does not sign yet is dropped with the others", async () => {
  await rotateSigningKeys(NOW);
  const { accepted } = await rotateSigningKeys(NOW + ROTATE_AFTER_MS);
  expect(accepted).toHaveLength(2);
  const rotation = await rotateSigningKeys(NOW + ROTATE_AFTER_MS, true);
  expect(rotation.dropped.toSorted()).toEqual(accepted.toSorted());
  expect(await published()).toEqual(rotation.accepted);
  expect(stored()).toEqual(rotation.accepted);
});

test("a published key that the secret does not hold is dropped, too", async () => {
  const [key] = (await rotateSigningKeys(NOW)).accepted;
  const before = await getPublishedKeys(engine.table);
  const planted = { kid: "planted", jwk: {}, acceptedUntil: null };
  await putPublishedKeys(engine.table, [...before, planted], before);
  const { dropped } = await rotateSigningKeys(NOW, true);
  expect(dropped.toSorted()).toEqual([key, "planted"].toSorted());
  expect(await published()).not.toContain("planted");
});
