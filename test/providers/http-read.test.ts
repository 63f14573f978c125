import { describe, expect, test } from "vitest";
import { createHttp, UNCONFIGURED_HTTP } from "../../lib/providers/http/adapter.ts";
import { httpProviderSchema } from "../../lib/providers/http/config.ts";
import { answerOf, lookupIn, receiptIn } from "./fixtures/answers.ts";

const SETTINGS = {
  baseUrl: "https://gateway.example",
  path: "/{reference}",
  reference: { minLength: 6, maxLength: 6, alphabet: "digits" },
  fields: {
    reference: "/ref",
    amount: "/amount",
    status: "/status",
    paidAt: "/paid",
    currency: "/currency",
    payerName: "/from/name",
    payerAccount: "/from/account",
  },
  amountFormat: "decimal",
  dateFormat: "rfc3339",
  statuses: { completed: ["PAID"], pending: ["WAIT"], reversed: ["BACK"], failed: ["LOST"] },
  notFound: [{ status: 404 }],
};
const DATA = {
  ref: "123456",
  amount: "1500.00",
  status: "PAID",
  paid: "2026-05-20T19:29:00+03:00",
  currency: "ETB",
};
const httpWith = (settings: object = {}) =>
  createHttp(httpProviderSchema.parse({ ...SETTINGS, ...settings }));
const lookup = lookupIn(httpWith(), "123456");
const answer = (change: object = {}, status = 200) =>
  answerOf(JSON.stringify({ ...DATA, ...change }), "application/json", status);
const receipt = (change: object, settings?: object) =>
  receiptIn(httpWith(settings), answer(change), lookup);
const refused = (change: object, settings?: object) =>
  expect(httpWith(settings).read(answer(change), lookup), JSON.stringify(change)).resolves;

describe("a configured provider", () => {
  test("gives a receipt of what is printed, and of nothing else", async () => {
    const { source, ...facts } = await receipt({ from: { name: "AL", account: "77" } });
    expect(facts).toEqual({
      provider: "http",
      reference: "123456",
      aliases: [],
      status: "completed",
      amountMinor: 150_000,
      currency: "ETB",
      receiver: { institution: "http", name: null, account: null },
      payer: { name: "AL", account: "77" },
      paidAt: Date.UTC(2026, 4, 20, 16, 29),
      dateOnly: false,
    });
    expect(source).toMatchObject({ urlHost: "bank.example", parserVersion: "http/1" });
  });

  test.each([
    ["status", null],
    ["status", ""],
    ["status", "   "],
    ["status", {}],
    ["status", ["PAID"]],
    ["ref", null],
    ["ref", "123457"],
    ["amount", "USD 5.00"],
    ["amount", true],
    ["currency", null],
    ["currency", "birr"],
    ["paid", null],
  ])("with %s %j is unreadable", async (field, value) => {
    await refused({ [field]: value }).toMatchObject({ kind: "unreadable" });
  });

  test.each([
    ["ref", "no reference"],
    ["amount", "no amount"],
    ["status", "no status"],
    ["paid", "no date"],
    ["currency", "no currency"],
  ])("tells the operator that there is no %s", async (field, why) => {
    await refused({ [field]: undefined }).toEqual({ kind: "unreadable", why });
  });

  test("with a number beyond all numbers is unreadable", async () => {
    const body = JSON.stringify(DATA).replace('"PAID"', "1e999");
    const result = await httpWith().read(answerOf(body, "application/json"), lookup);
    expect(result.kind).toBe("unreadable");
  });

  test.each([
    ["PAID", "completed"],
    [" PAID ", "completed"],
    ["WAIT", "pending"],
    ["BACK", "reversed"],
    ["LOST", "failed"],
    ["Paid", "unknown"],
    [true, "unknown"],
    [1, "unknown"],
  ])("whose status is %j is %s", async (status, expected) => {
    expect((await receipt({ status })).status).toBe(expected);
  });

  test("may print its reference, amount and status as JSON's own values", async () => {
    const settings = { statuses: { completed: ["true"], failed: ["0"] } };
    expect(await receipt({ ref: 123456, amount: 1500, status: true }, settings)).toMatchObject({
      reference: "123456",
      amountMinor: 150_000,
      status: "completed",
    });
    expect((await receipt({ status: 0 }, settings)).status).toBe("failed");
    expect((await receipt({ status: false }, settings)).status).toBe("unknown");
  });

  test("without a pointer to a currency has the configured one", async () => {
    const { currency: _pointer, ...fields } = SETTINGS.fields;
    expect((await receipt({}, { fields })).currency).toBe("ETB");
    expect(await receipt({ amount: "5" }, { fields, currency: "USD" })).toMatchObject({
      amountMinor: 500,
      currency: "USD",
    });
  });

  test("that prints minor units is read as whole numbers only", async () => {
    const settings = { amountFormat: "minor_units" };
    expect((await receipt({ amount: "150000" }, settings)).amountMinor).toBe(150_000);
    expect((await receipt({ amount: 7 }, settings)).amountMinor).toBe(7);
    for (const amount of ["1500.00", "x150000", "150000x", "-150000", "1e3", "9".repeat(16), ""]) {
      await refused({ amount }, settings).toMatchObject({ kind: "unreadable" });
    }
    await refused({ currency: "XYZ" }, settings).toMatchObject({ kind: "unreadable" });
    await refused({ amount: 1, currency: "XYZ" }, settings).toMatchObject({ kind: "unreadable" });
  });

  test("with a date format of its own is read in Addis Ababa's time by that format only", async () => {
    const minutes = { dateFormat: "dd/MM/yyyy HH:mm" };
    expect(await receipt({ paid: "20/05/2026 19:29" }, minutes)).toMatchObject({
      paidAt: Date.UTC(2026, 4, 20, 16, 29),
      dateOnly: false,
    });
    const days = { dateFormat: "dd/MM/yyyy" };
    expect((await receipt({ paid: "20/05/2026" }, days)).dateOnly).toBe(true);
    await refused({}, minutes).toMatchObject({ kind: "unreadable" });
  });

  test.each([
    [503, "unavailable"],
    [429, "unavailable"],
    [404, "not_found"],
    [202, "unreadable"],
    [403, "unreadable"],
  ])("that answers %i with a receipt is %s", async (status, kind) => {
    expect((await httpWith().read(answer({}, status), lookup)).kind).toBe(kind);
  });

  test("that is busy is not taken for one without the receipt", async () => {
    const settings = { notFound: [{ status: 429 }] };
    expect((await httpWith(settings).read(answer({}, 429), lookup)).kind).toBe("unavailable");
  });

  test("has a canary only where one is configured", () => {
    expect(httpWith().canary).toBeNull();
    expect(httpWith({ canaryReference: "000000" }).canary?.()).toEqual({
      ...lookup,
      reference: "000000",
    });
  });

  test.each([
    [{ prefix: "GW", alphabet: "digits" }, "gw 123456", "GW123456"],
    [{ alphabet: "upper_alphanumeric" }, "ab12cd", "AB12CD"],
    [{ alphabet: "case_sensitive_token" }, "aB_-12", "aB_-12"],
    [{ prefix: "gw", alphabet: "digits" }, "gw123456", "gw123456"],
    [{ prefix: "gw", alphabet: "digits" }, "GW123456", undefined],
    [{ prefix: "G-", alphabet: "digits" }, "G-123456", "G-123456"],
    [{ prefix: "G-", alphabet: "digits" }, "g-123456", undefined],
    [{ alphabet: "case_sensitive_token" }, "aB 12cd", undefined],
  ])("of the form %j takes %j for %j", (form, input, reference) => {
    const { recognize } = httpWith({ reference: { ...SETTINGS.reference, ...form } });
    expect(recognize(input).map(({ lookup: found }) => found.reference)).toEqual(
      reference === undefined ? [] : [reference],
    );
  });

  test("recognizes nothing but its own form", () => {
    for (const input of ["12345", "1234567", "12345a", "", "x123456", "123456 654321"]) {
      expect(httpWith().recognize(input), input).toEqual([]);
    }
  });
});

test("without a configuration nothing is recognized, asked or read", async () => {
  expect(UNCONFIGURED_HTTP.recognize("123456")).toEqual([]);
  expect(UNCONFIGURED_HTTP.requests(lookup, {} as never)).toEqual([]);
  expect(await UNCONFIGURED_HTTP.read(answer(), lookup)).toMatchObject({ kind: "unreadable" });
});
