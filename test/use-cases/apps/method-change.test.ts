import { beforeEach, describe, expect, it } from "vitest";
import { QueryCommand } from "../../../lib/cloud/dynamodb.ts";
import type { UserPrincipal } from "../../../lib/pipeline/principal.ts";
import { changeMethod, removeMethod } from "../../../lib/use-cases/apps/methods.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import { beforeCalls, setUpVerification } from "../../support/verification.ts";

const verification = setUpVerification();
let merchant: Merchant;

const [OTHER, WANTED] = ["251900000002", "251900000003"];

beforeEach(async () => {
  merchant = await createMerchant(verification.table);
  // Marks the number, as the dashboard does for a new method.
  await renumber(OTHER);
  await renumber(SHOP.number);
});

const who = (): UserPrincipal => ({
  ...{ kind: "user", userId: "usr_tester", accountId: merchant.accountId, sessionId: "ses_tester" },
  ...{ role: "owner", apps: null },
});
const path = () => ({ app_id: merchant.appId, id: merchant.methodIds.telebirr ?? "" });
const renumber = (account_number: string) =>
  changeMethod(who(), path(), { account_number }, Date.now());

/** The numbers that the app cannot add once more. */
async function marked(): Promise<string[]> {
  const { Items = [] } = await verification.table.client.send(
    new QueryCommand({
      TableName: verification.table.name,
      KeyConditionExpression: "pk = :pk",
      FilterExpression: "entity = :mark",
      ExpressionAttributeValues: { ":pk": `APP#${merchant.accountId}`, ":mark": "method_number" },
    }),
  );
  return Items.map(({ sk }) => String(sk).split("#").at(-1) ?? "");
}

/** Lets another request change the number just before the first transaction. */
function renumberedBetween(): void {
  let isDone = false;
  beforeCalls(async (call) => {
    if (call !== "TransactWriteItems" || isDone) return;
    isDone = true;
    await renumber(OTHER);
  });
}

describe("a number that another request changes at the same time", () => {
  it("can be changed, and leaves no number behind that the app cannot add", async () => {
    expect(await marked()).toEqual([expect.stringContaining("900000001")]);
    renumberedBetween();
    expect((await renumber(WANTED)).accountNumber).toBe(WANTED);
    expect(await marked()).toEqual([expect.stringContaining("900000003")]);
  });

  it("is removed with its method", async () => {
    renumberedBetween();
    await removeMethod(who(), path(), Date.now());
    expect(await marked()).toEqual([]);
    await expect(removeMethod(who(), path(), Date.now())).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(renumber(WANTED)).rejects.toMatchObject({ code: "not_found" });
  });
});
