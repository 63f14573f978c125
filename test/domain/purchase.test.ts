import { describe, expect, it } from "vitest";
import {
  buyerOf,
  purchaseIdOf,
  readPurchase,
  writePurchase,
} from "../../lib/domain/payment-link.ts";

const ACCOUNT = "acc_01m7w6c3800000000000000000";

describe("a purchase", () => {
  it.each([1, 10, 1_000, 9_999_999])("of %i credits is read as it was written", (credits) => {
    const purchase = { accountId: ACCOUNT, credits };
    expect(readPurchase(writePurchase(purchase))).toEqual(purchase);
  });

  it.each([
    "",
    `${ACCOUNT}:`,
    `${ACCOUNT}:0`,
    `${ACCOUNT}:-5`,
    `${ACCOUNT}:1.5`,
    `${ACCOUNT}:10000000`,
    `${ACCOUNT}:5 `,
    ` ${ACCOUNT}:5`,
    `${ACCOUNT}0:5`,
    `${ACCOUNT.toUpperCase()}:5`,
    "acc_1:5",
  ])("is never guessed from %j", (text) => {
    expect(readPurchase(text)).toBeNull();
  });

  it("is of the account that it names, and of none where a checkout pays for none", () => {
    expect(buyerOf({ purchaseId: `${ACCOUNT}:5` })).toBe(ACCOUNT);
    expect(buyerOf({ purchaseId: "acc_1:5" })).toBeNull();
    expect(buyerOf({ purchaseId: null })).toBeNull();
  });

  it("has the id of its checkout, so that its credits are granted once", () => {
    expect(purchaseIdOf("co_01m7w6c3800000000000000000")).toBe("led_01m7w6c3800000000000000000");
  });
});
