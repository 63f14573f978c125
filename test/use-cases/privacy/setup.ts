import { randomBytes } from "node:crypto";
import { SendMessageCommand, SQSClient } from "../../../lib/cloud/aws-services.ts";
import { PutCommand, ScanCommand } from "../../../lib/cloud/dynamodb.ts";
import { createCheckoutBody } from "../../../lib/contract/schemas/checkout.ts";
import * as accounts from "../../../lib/contract/workers/accounts.ts";
import type { Attempt } from "../../../lib/domain/attempt.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { ProvenLogin, User } from "../../../lib/domain/user.ts";
import type { UserPrincipal } from "../../../lib/pipeline/principal.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { asWorker, setFunctionEnvironment } from "../../support/function-calls.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";

export const DAY = 86_400_000;
export const NOW = 1_795_000_000_000;

/** A table that the functions of this process use; queues take any message. Stop it in `afterAll`. */
export async function startPrivacyTable(): Promise<TestTable> {
  const engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  mockClient(SQSClient).on(SendMessageCommand).resolves({ MessageId: "1" });
  return engine;
}

// Loaded late: they look at the environment.
export async function modules() {
  const redacting = await import("../../../lib/use-cases/accounts/redact-old-data.ts");
  const closing = await import("../../../lib/use-cases/accounts/close-account.ts");
  return {
    ...(await import("../../../lib/use-cases/login/sign-in.ts")),
    ...(await import("../../../lib/use-cases/checkouts/create.ts")),
    redactOldCustomerData: asWorker(accounts.redactCustomerData, redacting.redactOldCustomerData),
    closeAccount: closing.closeAccount,
    deleteClosedAccounts: asWorker(accounts.deleteClosedAccounts, closing.deleteClosedAccounts),
    ...(await import("../../../lib/store/checkouts.ts")),
    ...(await import("../../../lib/use-cases/checkouts/create-from-link.ts")),
    ...(await import("../../../lib/store/attempts.ts")),
  };
}

let last = 0;
export async function newCustomer(engine: TestTable, now: number) {
  const { signIn, createCheckout } = await modules();
  const login: ProvenLogin = { kind: "phone", phone: `+25191${String(7_000_000 + ++last)}` };
  const { user } = await signIn(login, "test", now, "a pepper for tests, long enough");
  const merchant = await createMerchant(engine.table, { accountId: user.accountId, now });
  const checkout = await createCheckout({
    accountId: user.accountId,
    appId: merchant.appId,
    mode: "live",
    body: createCheckoutBody.parse({
      amount: 100,
      client_reference: "order-1",
      customer: { name: "Sara Alemu", phone: "0911998877", email: "sara@shop.example" },
    }),
    now,
    alongside: () => [],
  });
  return { user, checkout };
}

export const asUser = (user: User): UserPrincipal => ({
  kind: "user",
  userId: user.id,
  accountId: user.accountId,
  sessionId: newId("ses_", NOW, randomBytes(10)),
  ...{ role: "owner", apps: null },
});

export function newAttempt(checkout: Checkout, at: number): Attempt {
  const receiver = {
    verdict: "mismatch",
    found: { name: "Sara Alemu", account: "1000123456789" },
  };
  return {
    id: newId("att_", at, randomBytes(10)),
    checkoutId: checkout.id,
    accountId: checkout.accountId,
    appId: checkout.appId,
    livemode: true,
    lookup: {
      provider: "cbe_birr",
      reference: "CBE1234567",
      variant: "receipt",
      parts: { phone: "251911998877" },
      datedOn: null,
    },
    payerPhone: "+251911998877",
    outcome: "receiver_mismatch",
    createdAt: at,
    settledAt: at,
    tries: 1,
    nextAt: null,
    leaseUntil: 0,
    streak: null,
    expected: { amount: 100, currency: "ETB" },
    found: null,
    evidence: { fields: { receiver }, source: { urlHost: "cbe.example" } },
    receipt: null,
    fingerprints: [],
  };
}

/** Every item of the table. */
export const everything = async (engine: Pick<TestTable, "table">) => {
  const { Items = [] } = await engine.table.client.send(
    new ScanCommand({ TableName: engine.table.name, ConsistentRead: true }),
  );
  return Items;
};

/** Damages the first item that is chosen, as a half-written migration would. Returns its repair. */
export async function damage(
  { table }: Pick<TestTable, "table">,
  chosen: (item: Record<string, unknown>) => boolean,
  damaged: Record<string, unknown> = { createdAt: "never" },
): Promise<() => Promise<unknown>> {
  const Item = (await everything({ table })).find(chosen);
  const put = (more: object) =>
    table.client.send(new PutCommand({ TableName: table.name, Item: { ...Item, ...more } }));
  await put(damaged);
  return () => put({});
}
