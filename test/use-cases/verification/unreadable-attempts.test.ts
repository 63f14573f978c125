import { beforeAll, expect, test } from "vitest";
import { UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import { checkProviderHealth } from "../../../lib/contract/workers/verification.ts";
import type { Attempt } from "../../../lib/domain/attempt.ts";
import { UNTRIED } from "../../../lib/domain/breaker.ts";
import { attemptKey, attemptWrite } from "../../../lib/store/attempts.ts";
import { breakerWrite, getBreaker } from "../../../lib/store/banks.ts";
import { transact } from "../../../lib/store/transact.ts";
import { checkProviderHealth as checkHealth } from "../../../lib/use-cases/verification/check-provider-health.ts";
import { asWorker } from "../../support/function-calls.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import { open, setUpVerification, submitted } from "../../support/verification.ts";

const check = asWorker(checkProviderHealth, checkHealth);
const verification = setUpVerification();
let merchants: readonly Merchant[];
let count = 0;

beforeAll(async () => {
  const { table } = verification;
  merchants = [await createMerchant(table), await createMerchant(table)];
});

async function parked(merchant: Merchant, outcome: Attempt["outcome"]): Promise<Attempt> {
  const reference = `DKS${String(++count).padStart(7, "0")}`;
  const { attempt } = await submitted(await open(merchant), reference);
  await transact(verification.table, [attemptWrite({ ...attempt, outcome }, attempt.tries)]);
  return attempt;
}

/** As a newer release would store it, which has been rolled back since. */
async function makeUnreadable({ checkoutId, id }: Attempt): Promise<void> {
  const { client, name: TableName } = verification.table;
  const UpdateExpression = "SET lookup = :wrong";
  const ExpressionAttributeValues = { ":wrong": "of a newer release" };
  const Key = attemptKey(checkoutId, id);
  await client.send(
    new UpdateCommand({ TableName, Key, UpdateExpression, ExpressionAttributeValues }),
  );
}

test("an unreadable attempt keeps no other from being resumed after its bank is back", async () => {
  const { table, messages } = verification;
  const [first, second] = merchants as [Merchant, Merchant];
  const waiting = [
    await parked(first, "provider_unavailable"),
    await parked(first, "provider_unavailable"),
    await parked(second, "provider_unavailable"),
  ] as const;
  await makeUnreadable(waiting[0]);
  const { version } = await getBreaker(table, "telebirr", "current");
  await transact(table, [breakerWrite("telebirr", { ...UNTRIED, owesResume: true }, version)]);
  messages.length = 0;
  await check();
  const resumed = messages.map(({ attempt_id }) => attempt_id);
  expect(resumed.toSorted()).toEqual([waiting[1].id, waiting[2].id].toSorted());
  expect((await getBreaker(table, "telebirr", "current")).breaker.owesResume).toBe(false);
});
