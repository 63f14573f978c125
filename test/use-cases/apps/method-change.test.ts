import { beforeEach, describe, expect, it } from "vitest";
import { QueryCommand } from "../../../lib/cloud/dynamodb.ts";
import type { UserPrincipal } from "../../../lib/pipeline/principal.ts";
import { listIssues, SERVICE_ACCOUNT } from "../../../lib/store/issues.ts";
import { addMethod, changeMethod, removeMethod } from "../../../lib/use-cases/apps/methods.ts";
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

describe("the error about a number that another merchant uses too", () => {
  let other: Merchant;
  let number: string;
  const numberAt = (place: number) => `2519${String(Date.now() + place).slice(-8)}`;
  const add = async ({ accountId, appId }: Merchant) => {
    const body = { provider: "telebirr", account_name: "Shop", account_number: number } as const;
    const added = await addMethod({
      ...{ who: { ...who(), accountId }, appId, body: { ...body, enabled: true }, now: Date.now() },
      alongside: () => [],
    });
    return { app_id: appId, id: added.method.id };
  };
  const errorsOf = async (accountId: string, methods: readonly { readonly id: string }[]) => {
    const filter = { accountId, kind: "receiver_shared" };
    const { data } = await listIssues(verification.table, filter, { limit: 100 }, Date.now());
    const ids = methods.map(({ id }) => id);
    return data.filter(({ objectId }) => ids.includes(objectId)).length;
  };
  const everywhere = (methods: readonly { readonly id: string }[]) =>
    Promise.all(
      [merchant.accountId, other.accountId, SERVICE_ACCOUNT].map((each) => errorsOf(each, methods)),
    );

  beforeEach(async () => {
    other = await createMerchant(verification.table);
    number = numberAt(0);
  });

  it("ends for both, and for the operator, once one of them removes it", async () => {
    const methods = [await add(merchant), await add(other)] as const;
    expect(await everywhere(methods)).toEqual([1, 1, 1]);
    await removeMethod({ ...who(), accountId: other.accountId }, methods[1], Date.now());
    expect(await everywhere(methods)).toEqual([0, 0, 0]);
  });

  it("ends for both once one of them corrects the number, not once they write it in another way", async () => {
    const methods = [await add(merchant), await add(other)] as const;
    const change = (account_number: string) =>
      changeMethod(who(), methods[0], { account_number }, Date.now());
    await change(`0${number.slice(3)}`);
    expect(await everywhere(methods)).toEqual([1, 1, 1]);
    await change("251900000007");
    expect(await everywhere(methods)).toEqual([0, 0, 0]);
  });

  it("stays for those who still share it, and for one whose next number is shared too", async () => {
    const third = await createMerchant(verification.table);
    const ofThird = { ...who(), accountId: third.accountId };
    const shared = [await add(merchant), await add(other)] as const;
    await removeMethod(ofThird, await add(third), Date.now());
    expect((await everywhere(shared)).slice(0, 2)).toEqual([1, 1]);
    number = numberAt(50_000_000);
    const next = await add(third);
    await changeMethod(who(), shared[0], { account_number: number }, Date.now());
    expect((await everywhere(shared)).slice(0, 2)).toEqual([1, 0]);
    expect(await errorsOf(third.accountId, [next])).toBe(1);
  });
});
