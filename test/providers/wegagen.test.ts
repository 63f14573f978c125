import { describe, expect, test } from "vitest";
import { wegagen } from "../../lib/providers/wegagen/adapter.ts";
import { answerOf, lookupIn } from "./fixtures/answers.ts";

const TOKEN = "150TBAW2614000011113DABC";
const lookup = lookupIn(wegagen, TOKEN);
const BODY = {
  master_id: "17",
  trnRefNo: "150TBAW26140000",
  messageStatus: "SUCCESS",
  txnTimestamp: "2026-05-20T19:29:00+03:00",
  currency: "ETB",
  txnAmount: 1500,
  drCr: "D",
  module: "Within Wegagen",
  sender_name: "ALMAZ GIRMA",
  sender_account: "0999***888",
  receiver_name: "SELAM COFFEE SHOP",
  receiver_account: "0500300400101",
};
const read = (change: object = {}, status = 200, asked = lookup) =>
  wegagen.read(answerOf(JSON.stringify({ ...BODY, ...change }), "application/json", status), asked);

describe("Wegagen's receipt", () => {
  test("says what is printed, and that its token is the same receipt", async () => {
    expect(await read()).toEqual({
      kind: "receipt",
      receipt: {
        provider: "wegagen",
        reference: "150TBAW26140000",
        aliases: [{ provider: "wegagen", reference: TOKEN }],
        status: "completed",
        amountMinor: 150_000,
        currency: "ETB",
        receiver: {
          institution: "wegagen",
          name: "SELAM COFFEE SHOP",
          account: "0500300400101",
        },
        payer: { name: "ALMAZ GIRMA", account: "0999***888" },
        paidAt: Date.UTC(2026, 4, 20, 16, 29),
        dateOnly: false,
        source: expect.objectContaining({ parserVersion: "wegagen/1" }),
      },
    });
  });

  test("has no other name where its reference is the token", async () => {
    const asked = { ...lookup, reference: TOKEN.slice(0, 20) };
    const result = await read({ trnRefNo: asked.reference }, 200, asked);
    expect(result).toMatchObject({ receipt: { reference: asked.reference, aliases: [] } });
  });

  test.each<[string, object]>([
    ["no reference", { trnRefNo: null }],
    ["a masked reference", { trnRefNo: "---" }],
    ["the beginning of a reference", { trnRefNo: "150" }],
    ["another reference", { trnRefNo: "150TBAW26140001" }],
    ["the end of a reference", { trnRefNo: "2614000011113DABC" }],
    ["no status", { messageStatus: null }],
    ["a status that is not known", { messageStatus: "DONE" }],
    ["no time", { txnTimestamp: null }],
    ["a time without a zone", { txnTimestamp: "2026-05-20T19:29:00" }],
    ["no currency", { currency: null }],
    ["a currency in another spelling", { currency: "etb" }],
    ["an amount in another currency", { txnAmount: "USD 1500" }],
    ["an amount that is negative", { txnAmount: -1500 }],
  ])("with %s is unreadable", async (_what, change) => {
    expect((await read(change)).kind).toBe("unreadable");
  });

  test.each<[object, string]>([
    [{ currency: "XYZ" }, "currency: not a currency"],
    [{ txnAmount: null }, "no txnAmount"],
    [{ txnAmount: "1.500" }, "txnAmount: not an amount"],
  ])("%j notifies the operator", async (change, why) => {
    expect(await read(change)).toEqual({ kind: "unreadable", why });
  });

  test("is of another bank, or unknown, unless it is listed as a transfer within the bank", async () => {
    for (const change of [{ module: "Other" }, { module: null }, { drCr: "C" }, { drCr: null }]) {
      expect(await read(change)).toMatchObject({ receipt: { receiver: { institution: null } } });
    }
  });

  test("is missing only where both its number and its reference are masked", async () => {
    expect(await read({ master_id: "---", trnRefNo: "---" })).toEqual({ kind: "not_found" });
    expect((await read({ master_id: "---" })).kind).toBe("receipt");
    expect((await read({ master_id: "", trnRefNo: null })).kind).toBe("unreadable");
  });

  test.each([
    [201, "unreadable"],
    [404, "unreadable"],
    [503, "unavailable"],
  ])("under the status %i is %s", async (status, kind) => {
    expect((await read({}, status)).kind).toBe(kind);
  });
});
