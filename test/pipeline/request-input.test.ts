import type { APIGatewayProxyEvent } from "aws-lambda";
import { describe, expect, test } from "vitest";
import type { Route } from "../../lib/contract/route.ts";
import { proveSession } from "../../lib/contract/routes/platform-account.ts";
import {
  createCheckout,
  listCheckouts,
  updateCheckout,
  verifyCheckout,
} from "../../lib/contract/routes/v1.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import { parseInput } from "../../lib/pipeline/request-input.ts";

/** What a caller reads: `field: message` for each field that is refused, or null. */
function refusals(route: Route, request: { body?: unknown; query?: Record<string, string> }) {
  const query = Object.entries(request.query ?? {}).map(([name, value]) => [name, [value]]);
  const event = {
    pathParameters: { id: "co_01m7w6c3800000000000000000" },
    multiValueQueryStringParameters: Object.fromEntries(query),
    body: request.body ?? null,
  } as unknown as APIGatewayProxyEvent;
  try {
    parseInput(route, event);
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.extras.errors?.map(({ path, message }) => `${path}: ${message}`);
  }
}
const creating = (fields: object) => refusals(createCheckout, { body: { amount: 1, ...fields } });

describe("an invalid field is answered with what it must be", () => {
  test.each<[object, string]>([
    [{ amount: undefined }, "amount: is required"],
    [{ amount: "1500.00" }, "amount: must be a whole number, in minor units"],
    [{ amount: null }, "amount: must be a whole number, in minor units"],
    [{ amount: 1500.5 }, "amount: must be a whole number, in minor units"],
    [{ amount: 0 }, "amount: must be at least 1, in minor units"],
    [{ amount: 1e13 }, "amount: must be at most 1000000000000, in minor units"],
    [{ amount: 1e30 }, "amount: must be at most 1000000000000, in minor units"],
    [{ amount: -1e30 }, "amount: must be at least 1, in minor units"],
    [{ amount: -1.5 }, "amount: must be a whole number, in minor units"],
    [{ expires_in: 1e30 }, "expires_in: must be at most 604800"],
    [{ client_reference: [] }, "client_reference: must be a string"],
    [{ payment_methods: "x".repeat(21) }, "payment_methods: must be a list"],
    [{ return_url: "" }, "return_url: must not be empty"],
    [{ currency: "etb" }, "currency: must be an ISO 4217 code such as ETB"],
    [{ currency: "XXQ" }, "currency: is not a known currency"],
    [{ curency: "ETB" }, "curency: is not a known field"],
    [{ client_reference: 1042 }, "client_reference: must be a string"],
    [{ client_reference: "" }, "client_reference: must not be empty"],
    [{ description: "x".repeat(501) }, "description: must have at most 500 characters"],
    [{ customer: "Abebe" }, "customer: must be an object"],
    [{ customer: { email: "abebe" } }, "customer.email: must be an email address"],
    [{ payment_methods: "telebirr" }, "payment_methods: must be a list"],
    [{ payment_methods: [] }, "payment_methods: must have at least 1 entry"],
    [{ return_url: "http://x.example" }, "return_url: must be an https address"],
    [{ return_url: "x.example/thanks" }, "return_url: must be an https address"],
    [
      { return_url: "https://localhost:3000" },
      "return_url: must begin with http:// for a server on your own machine",
    ],
    [{ return_url: "https://10.0.0.1/" }, "return_url: must name a host by its domain"],
    [{ return_url: "http://localhost.evil.example/" }, "return_url: must be an https address"],
    [{ return_url: "http://localhost@evil.example/" }, "return_url: must be an https address"],
    [{ return_url: "https://a:b@x.example" }, "return_url: must not carry credentials"],
    [
      { return_url: "https://x.example/\r\nX: 1" },
      "return_url: must not contain tabs or line breaks",
    ],
    [
      { cancel_url: "http://localhost:3000/\t" },
      "cancel_url: must not contain tabs or line breaks",
    ],
    [{ expires_in: "30m" }, "expires_in: must be a number"],
    [{ expires_in: 0.5 }, "expires_in: must be a whole number"],
    [{ expires_in: 60 }, "expires_in: must be at least 300"],
    [{ expires_in: 1e6 }, "expires_in: must be at most 604800"],
    [{ late_policy: "no" }, "late_policy: must be one of review, accept"],
    [{ metadata: { table: 5 } }, "metadata.table: must be a string"],
    [{ metadata: { note: "x".repeat(501) } }, "metadata.note: must have at most 500 characters"],
    [
      { metadata: { ["k".repeat(41)]: "x" } },
      `metadata.${"k".repeat(41)}: has a name that must have at most 40 characters`,
    ],
  ])("%j → %s", (fields, message) => {
    expect(creating(fields)).toEqual([message]);
  });

  test("one field with two faults of its own is answered with both", () => {
    const both = ["must have at most 2048 characters", "must be an https address"];
    const found = creating({ return_url: "x".repeat(2049) });
    expect(found).toEqual(both.map((message) => `return_url: ${message}`));
  });

  test("a valid request is accepted", () => {
    expect(
      creating({ return_url: "https://shop.example/thanks", metadata: { a: "b" } }),
    ).toBeNull();
  });

  test.each<[Record<string, string>, string]>([
    [{ status: "paid" }, "status: must be one of open, verifying, verified, review, expired, "],
    [{ created_gte: "yesterday" }, "created_gte: must be a time such as 2026-11-20T09:00:00Z"],
    [{ limit: "0" }, "limit: must be a whole number from 1 to 100"],
    [{ page: "2" }, "page: is not a known field"],
  ])("in a query, too: %j → %s", (query, message) => {
    const [first, ...others] = refusals(listCheckouts, { query }) ?? [];
    expect(first?.startsWith(message), first).toBe(true);
    expect(others).toEqual([]);
  });

  test("applies to verify requests too", () => {
    expect(refusals(verifyCheckout, { body: {} })).toEqual(["input: is required"]);
    const [provider] = refusals(verifyCheckout, { body: { input: "X", provider: "cbee" } }) ?? [];
    expect(provider).toMatch(/^provider: must be one of telebirr, cbe, /);
  });

  test("a change of nothing but an unknown field names that field alone", () => {
    const changing = (body: object) => refusals(updateCheckout, { body });
    expect(changing({ curency: "ETB" })).toEqual(["curency: is not a known field"]);
    expect(changing({})).toEqual([": must change something"]);
  });

  test("a body that is neither of two kinds is answered with both", () => {
    for (const body of [
      {},
      { phone: "0911000000" },
      { phone: "0911000000", code: "1", id_token: "x" },
    ]) {
      expect(refusals(proveSession, { body })).toEqual([": must have phone and code, or id_token"]);
    }
  });

  test("a body that is not an object is reported as the body", () => {
    const event = { body: [], multiValueQueryStringParameters: null, pathParameters: null };
    const parsing = () => parseInput(createCheckout, event as unknown as APIGatewayProxyEvent);
    expect(parsing).toThrow("The body must be an object");
  });
});
