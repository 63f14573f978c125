import { describe, expect, test } from "vitest";
import { createHttp } from "../../lib/providers/http/adapter.ts";
import { httpProviderSchema } from "../../lib/providers/http/config.ts";
import { createAdapters, recognizeInput } from "../../lib/providers/registry.ts";
import { answerOf, lookupIn, receiptIn } from "./fixtures/answers.ts";

const SETTINGS = {
  baseUrl: "https://gateway.example",
  path: "/v1/receipts/{reference}?full=1",
  headers: { "x-key": "k" },
  reference: { prefix: "GW", minLength: 8, maxLength: 8, alphabet: "digits" },
  fields: {
    reference: "/data/ref",
    amount: "/data/amount",
    status: "/data/status",
    paidAt: "/data/paid~1at",
    currency: "/data/currency",
    receiverName: "/data/to/name",
    receiverAccount: "/data/to/account",
  },
  amountFormat: "decimal",
  dateFormat: "rfc3339",
  statuses: { completed: ["PAID"], pending: ["WAIT"], reversed: ["BACK"] },
  notFound: [{ status: 404 }, { status: 200, pointer: "/error/code", equals: "NO_SUCH" }],
};
const http = createHttp(httpProviderSchema.parse(SETTINGS));
const lookup = lookupIn(http, "gw 12345678");
const DATA = {
  ref: "GW12345678",
  amount: "1500.00",
  status: "PAID",
  "paid/at": "2026-05-20T19:29:00+03:00",
  currency: "ETB",
  to: { name: "S Shop", account: "77001122" },
};
const answer = (change: object = {}) =>
  answerOf(JSON.stringify({ data: { ...DATA, ...change } }), "application/json");

describe("a configured provider", () => {
  test("is read by its pointers alone", async () => {
    expect(await receiptIn(http, answer(), lookup)).toMatchObject({
      provider: "http",
      reference: "GW12345678",
      status: "completed",
      amountMinor: 150_000,
      currency: "ETB",
      receiver: { institution: "http", name: "S Shop", account: "77001122" },
      payer: { name: null, account: null },
      paidAt: Date.UTC(2026, 4, 20, 16, 29),
    });
  });

  test("is asked at its own host with its headers", () => {
    expect(http.requests(lookup, {} as never)).toEqual([
      { host: "api", path: "/v1/receipts/GW12345678?full=1", headers: { "x-key": "k" } },
    ]);
  });

  test.each([
    ["another reference", { ref: "GW12345679" }],
    ["no amount", { amount: null }],
    ["an amount of two readings", { amount: "1.500" }],
    ["a strange currency", { currency: "XYZ" }],
    ["a date without a zone", { "paid/at": "2026-05-20 19:29" }],
    ["no status", { status: "" }],
  ])("with %s is unreadable", async (_what, change) => {
    expect((await http.read(answer(change), lookup)).kind).toBe("unreadable");
  });

  test("takes an unforeseen status for unknown", async () => {
    expect((await receiptIn(http, answer({ status: "paid" }), lookup)).status).toBe("unknown");
    expect((await receiptIn(http, answer({ status: "BACK" }), lookup)).status).toBe("reversed");
  });

  test("is not found by its configured answers only", async () => {
    const read = async (body: string, status: number) =>
      (await http.read(answerOf(body, "application/json", status), lookup)).kind;
    expect(await read("{}", 404)).toBe("not_found");
    expect(await read('{"error":{"code":"NO_SUCH"}}', 200)).toBe("not_found");
    expect(await read('{"error":{"code":"OTHER"}}', 200)).toBe("unreadable");
    expect(await read("{}", 200)).toBe("unreadable");
    expect(await read("<html>", 200)).toBe("unreadable");
  });

  test.each([
    ["a plain 200 as not found", { notFound: [{ status: 200 }] }],
    ["http", { baseUrl: "http://gateway.example" }],
    ["a path without the reference", { path: "/v1/receipts" }],
    ["a field it does not know", { html: true }],
    ["a pointer that is none", { fields: { ...SETTINGS.fields, amount: "data.amount" } }],
    ["a header with a line break", { headers: { a: "x\r\ny" } }],
    ["a header of the connection", { headers: { "Keep-Alive": "1" } }],
    ["lengths in the wrong order", { reference: { ...SETTINGS.reference, minLength: 9 } }],
    ["accounts of the sandbox", { institution: "sandbox" }],
    ["a status in two lists", { statuses: { completed: ["DONE"], failed: [" DONE"] } }],
    ["a canary that is no reference", { canaryReference: "" }],
    ["a date format of literal text", { dateFormat: "some date" }],
    ["a date format without a year", { dateFormat: "dd/MM HH:mm" }],
    ["a date format without a day", { dateFormat: "MM/yyyy HH:mm" }],
    ["a date format without AM or PM", { dateFormat: "dd/MM/yyyy hh:mm" }],
  ])("refuses a configuration with %s", (_what, change) => {
    expect(httpProviderSchema.safeParse({ ...SETTINGS, ...change }).success).toBe(false);
  });

  test.each([
    "rfc3339",
    "yyyy-MM-dd",
    "dd/MM/yyyy hh:mm:ss a",
    "MMM d, yyyy, HH:mm",
    "yyyyMMddHHmmss",
    "yyyy-MM-dd'T'HH:mm:ssZZ",
  ])("may have dates as %s", (dateFormat) => {
    expect(httpProviderSchema.safeParse({ ...SETTINGS, dateFormat }).success).toBe(true);
  });

  test("takes part in recognition once it is set up, and not before", () => {
    const adapters = createAdapters({ http: httpProviderSchema.parse(SETTINGS) });
    expect(recognizeInput("GW12345678", ["http"], undefined, adapters).kind).toBe("lookup");
    expect(recognizeInput("GW12345678", ["http"]).kind).toBe("unrecognized");
  });
});
