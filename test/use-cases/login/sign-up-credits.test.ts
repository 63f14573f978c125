import { afterAll, beforeAll, expect, test } from "vitest";
import { GetSecretValueCommand, SecretsManagerClient } from "../../../lib/cloud/aws-services.ts";
import type { ProvenLogin, User } from "../../../lib/domain/user.ts";
import { secrets } from "../../../lib/pipeline/deps.ts";
import { variableOf } from "../../../lib/pipeline/environment.ts";
import { getBalance } from "../../../lib/store/credit-shards.ts";
import { mockClient } from "../../support/aws-mock.ts";
import type { TestTable } from "../../support/table.ts";
import { asUser, modules, NOW, startPrivacyTable } from "../privacy/setup.ts";

const FIRST = "the first pepper".padEnd(64, ".");
const LEAKED = "a later pepper".padEnd(64, ".");
const NEW = "the pepper of now".padEnd(64, ".");
const login: ProvenLogin = { kind: "phone", phone: "+251911223344" };
const manager = mockClient(SecretsManagerClient);
let engine: TestTable;

beforeAll(async () => {
  engine = await startPrivacyTable();
});
afterAll(() => engine?.stop());

/** Signs in with the secret as the operator has stored it. */
async function signInWith(secret: object): Promise<{ user: User; credits: number }> {
  manager.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(secret) });
  secrets().forget(variableOf("SECRET", "otp-pepper"));
  const { readMarkPepper } = await import("../../../lib/use-cases/login/session.ts");
  const { signIn } = await modules();
  const { user } = await signIn(login, "test", NOW, await readMarkPepper());
  return { user, credits: (await getBalance(engine.table, user.accountId)).available };
}

test("a phone gets its sign-up credits once, however often the pepper of login codes is replaced", async () => {
  const { closeAccount } = await modules();
  const first = await signInWith({ value: FIRST });
  expect(first.credits).toBe(100);
  const accounts = new Set([first.user.accountId]);
  let { user } = first;
  for (const value of [LEAKED, NEW]) {
    await closeAccount(asUser(user), user, NOW);
    const again = await signInWith({ value, marks: FIRST });
    expect(again.credits).toBe(0);
    user = again.user;
    accounts.add(user.accountId);
  }
  expect(accounts.size).toBe(3);
});
