import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import { switchedOn, UNTRIED } from "../../../lib/domain/breaker.ts";
import { breakerWrite } from "../../../lib/store/banks.ts";
import { appKey } from "../../../lib/store/key-sizes.ts";
import { commitOne, transact } from "../../../lib/store/transact.ts";
import { newAccountWrite } from "../../../lib/store/users.ts";
import { presentAccountNow } from "../../../lib/use-cases/operator/present.ts";
import { startCommands } from "../../support/commands.ts";
import { createMerchant } from "../../support/merchant.ts";
import { createUser } from "../../support/users.ts";
import { open, setUpVerification } from "../../support/verification.ts";

const setup = setUpVerification();
const cli = startCommands(join(import.meta.dirname, "../../../bin/cli.ts"));
afterAll(() => cli.close());

const run = (...args: string[]) => cli.run(args, { ...process.env, TABLE_NAME: setup.table.name });
const find = (id: string) => run("accounts", "find", "--checkout", id);

/** Changes an attribute of one item so that it can't be read. */
const damage = (Key: object, attribute: string) =>
  setup.table.client.send(
    new UpdateCommand({
      ...{ TableName: setup.table.name, Key },
      UpdateExpression: "SET #attribute = :nonsense",
      ExpressionAttributeNames: { "#attribute": attribute },
      ExpressionAttributeValues: { ":nonsense": { no: "sense" } },
    }),
  );

it("finds the other accounts of a name and names what is unreadable", async () => {
  const shops = await Promise.all([1, 2, 3, 4].map(() => createMerchant(setup.table)));
  const owners = await Promise.all(
    shops.map(({ accountId }) => createUser(setup.table, accountId)),
  );
  const [whole, ofApp, ofOwner, ofAccount] = shops.map(({ accountId }) => accountId);
  await damage({ pk: `APP#${ofApp}`, sk: appKey(shops[1]?.appId ?? 0) }, "name");
  await damage({ pk: `USR#${owners[2]?.userId}`, sk: "USR" }, "createdAt");
  await damage({ pk: `ACC#${ofAccount}`, sk: "ACC" }, "createdAt");
  const { code, out, error } = await run("accounts", "find", "--name", "coffee");
  expect(code).toBe(0);
  const found = (JSON.parse(out) as { account: { id: string } }[]).map(({ account }) => account.id);
  expect(found).toContain(whole);
  expect(found).toContain(ofOwner);
  expect(found).not.toContain(ofApp);
  expect(found).not.toContain(ofAccount);
  expect(error.match(/createdAt|name/g)).toHaveLength(3);
});

it("answers an operator's change also for an account with an unreadable app and owner", async () => {
  const { accountId, appId } = await createMerchant(setup.table, { credits: 7 });
  const { userId } = await createUser(setup.table, accountId);
  await damage({ pk: `APP#${accountId}`, sk: appKey(appId) }, "name");
  await damage({ pk: `USR#${userId}`, sk: "USR" }, "createdAt");
  expect(await presentAccountNow(accountId, Date.now())).toMatchObject({
    ...{ id: accountId, apps: [], owner: null, credits: { available: 7 } },
  });
});

it("shows the other banks beside an unreadable one, which is down", async () => {
  const state = switchedOn(UNTRIED, 1);
  await commitOne(setup.table, breakerWrite("cbe", state, 0));
  await damage({ pk: "BRK#cbe", sk: "BRK" }, "failures");
  const { code, out, error } = await run("banks", "list");
  expect(code).toBe(0);
  const banks = JSON.parse(out) as { provider: string; status: string }[];
  expect(banks.find(({ provider }) => provider === "cbe")?.status).toBe("down");
  expect(banks.find(({ provider }) => provider === "boa")?.status).toBe("up");
  expect(error).toContain("failures");
});

it("finds the account of a checkout, and shows nothing of the checkout", async () => {
  const merchant = await createMerchant(setup.table, { credits: 1 });
  const account = { id: merchant.accountId, ownerId: "usr_1", createdAt: 1, closedAt: null };
  await transact(setup.table, [newAccountWrite(account)]);
  const { id } = await open(merchant);
  const { code, out } = await find(id);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject([{ account: { id: merchant.accountId } }]);
  expect(out).not.toContain(id);
  const unknown = await find(id.replace(/.{4}$/, "0000"));
  expect(unknown).toMatchObject({ code: 1, error: expect.stringContaining("no such checkout") });
});
