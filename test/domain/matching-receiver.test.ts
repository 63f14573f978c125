import { describe, expect, it } from "vitest";
import {
  type ExpectedAccount,
  matchReceiver,
  possibleAccounts,
} from "../../lib/domain/matching-receiver.ts";
import type { Receiver } from "../../lib/domain/receipt.ts";

const SHOP: ExpectedAccount = {
  id: "pm_shop",
  provider: "telebirr",
  accountName: "Selam General Trading",
  accountNumber: "0911230042",
};
const shown: Receiver = {
  institution: "telebirr",
  name: "SELAM GENERAL TRADING",
  account: "2519****0042",
};
const received = (receiver: Partial<Receiver>, account: Partial<ExpectedAccount> = {}) =>
  matchReceiver({ ...shown, ...receiver }, [{ ...SHOP, ...account }]);

describe("a receiver", () => {
  it.each<[string, Partial<Receiver>]>([
    ["full_number_equal", { account: "0911230042", name: null }],
    ["visible_digits_and_name_equal", {}],
    // Two digits are enough if a start, the length and the whole name fit, too.
    ["visible_digits_and_name_equal", { account: "2519******42" }],
  ])("is confirmed: %s", (reason, receiver) => {
    expect(received(receiver)).toEqual({ verdict: "confirmed", reason, accountId: "pm_shop" });
  });

  it.each<[string, Partial<Receiver>]>([
    ["institution_unknown", { institution: null, account: "0911230042" }],
    ["number_missing_or_unclear", { account: null }],
    ["name_differs", { name: "Kebede Hailu" }],
    ["name_differs", { name: null }],
    ["too_few_digits_visible", { account: "2519****042" }],
    ["too_few_digits_visible", { account: "2519*******2" }],
    ["too_few_digits_visible", { account: "**********42" }],
    ["too_few_digits_visible", { account: "2519******42", name: "SELAM GENERAL TRAD…" }],
    ["too_few_digits_visible", { account: "2519******42", name: "Kebede Hailu" }],
    ["too_few_digits_visible", { account: "2519******42", name: null }],
  ])("is not confirmed: %s", (reason, receiver) => {
    expect(received(receiver)).toEqual({ verdict: "unconfirmed", reason, accountId: "pm_shop" });
  });

  it.each([
    ["SELAM GENERAL TRADING", "full_number_equal"],
    ["ETHIO TELECOM", "name_differs"],
    [null, "name_differs"],
  ])("at an inferred institution, with the whole number and the name %s: %s", (name, reason) => {
    const receiver = { name, account: "0911230042", isInferred: true } as const;
    const verdict = reason === "name_differs" ? "unconfirmed" : "confirmed";
    expect(received(receiver)).toEqual({ verdict, reason, accountId: "pm_shop" });
  });

  it("is not confirmed by two digits and a name of one word", () => {
    const receiver = { account: "2519******42", name: "Alemayehu" };
    expect(received(receiver, { accountName: "Alemayehu" }).verdict).toBe("unconfirmed");
  });

  it.each<[string, Partial<Receiver>]>([
    ["institution_differs", { institution: "mpesa" }],
    ["number_differs", { account: "2519****0043" }],
    ["number_differs", { institution: null, account: "0911230043" }],
  ])("is another one: %s", (reason, receiver) => {
    expect(received(receiver)).toEqual({ verdict: "mismatch", reason, accountId: null });
  });

  it("fits the first of two equal accounts, and none where there is none", () => {
    expect(matchReceiver(shown, [SHOP, { ...SHOP, id: "pm_twin" }]).accountId).toBe("pm_shop");
    expect(matchReceiver(shown, [])).toEqual({
      ...{ verdict: "unconfirmed", reason: "no_account_to_compare", accountId: null },
    });
  });

  it("is none of the unconfirmed accounts where one is confirmed", () => {
    const neighbor = { ...SHOP, id: "pm_neighbor", accountName: "Kebede Hailu" };
    const accounts = [neighbor, SHOP];
    expect(matchReceiver(shown, [neighbor]).verdict).toBe("unconfirmed");
    expect(possibleAccounts(shown, accounts)).toEqual([SHOP]);
    expect(possibleAccounts({ ...shown, name: null }, accounts)).toEqual(accounts);
  });

  it("may be each account that is confirmed, else each that it does not contradict", () => {
    const twin = { ...SHOP, id: "pm_twin", accountNumber: "0911990042" };
    const bank = {
      ...SHOP,
      id: "pm_bank",
      provider: "cbe",
      accountNumber: "1000123450042",
    } as const;
    const other = { ...SHOP, id: "pm_other", accountNumber: "0911990043" };
    const possible = (receiver: Partial<Receiver>) =>
      possibleAccounts({ ...shown, ...receiver }, [SHOP, twin, bank, other]).map(({ id }) => id);
    expect(possible({})).toEqual(["pm_shop", "pm_twin"]);
    expect(possible({ account: "0911230042" })).toEqual(["pm_shop"]);
    expect(possible({ account: null })).toEqual(["pm_shop", "pm_twin", "pm_other"]);
    expect(possible({ institution: null, account: null })).toHaveLength(4);
    expect(possible({ account: "2519****0049" })).toEqual([]);
  });
});
