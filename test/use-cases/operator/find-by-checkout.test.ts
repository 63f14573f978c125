import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { transact } from "../../../lib/store/transact.ts";
import { newAccountWrite } from "../../../lib/store/users.ts";
import { startCommands } from "../../support/commands.ts";
import { createMerchant } from "../../support/merchant.ts";
import { open, setUpVerification } from "../../support/verification.ts";

const setup = setUpVerification();
const cli = startCommands(join(import.meta.dirname, "../../../bin/cli.ts"));
afterAll(() => cli.close());

const find = (id: string) =>
  cli.run(["accounts", "find", "--checkout", id], { ...process.env, TABLE_NAME: setup.table.name });

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
