import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ApiDocument, breakingChanges } from "../../lib/contract/breaking-changes.ts";
import { openApiFile } from "../../lib/contract/openapi-file.ts";

const RELEASED = join(import.meta.dirname, "..", "..", "docs", "openapi.released.json");
const current = JSON.parse(openApiFile()) as ApiDocument;

test("the API breaks no program that works with the released version", () => {
  const released = JSON.parse(readFileSync(RELEASED, "utf8")) as ApiDocument;
  const advice =
    "Undo these changes (docs/compatibility.md). Before version 1.0.0, `npm run contract:release` accepts them.";
  expect(breakingChanges(released, current), advice).toEqual([]);
});

/** A part of the document, by its keys. Parts are read loosely: each case knows the part that it changes. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Loose = any;
function changed(change: (document: Loose) => void): ApiDocument {
  const copy = structuredClone(current) as Loose;
  change(copy);
  return copy;
}
const create = (document: Loose) => document.paths["/api/v1/checkouts/"].post;
const schemas = (document: Loose) => document.components.schemas;
const request = (document: Loose) => schemas(document).V1CreateCheckoutRequest;
const statusOf = (document: Loose) => schemas(document).CheckoutStatus;
const list = (document: Loose) => document.paths["/api/v1/checkouts/"].get;

describe("a breaking change is named", () => {
  test.each<readonly [string, (document: Loose) => void]>([
    [
      "POST /api/v1/checkouts/: was removed",
      (document) => delete document.paths["/api/v1/checkouts/"].post,
    ],
    [
      "GET /llms.txt: now needs a credential",
      (document) => {
        document.paths["/llms.txt"].get.security = [{ apiKey: [] }];
      },
    ],
    [
      "POST /api/v1/checkouts/: no longer accepts the credential apiKeyInQuery",
      (document) => create(document).security.pop(),
    ],
    [
      "V1CreateCheckoutRequest request field client_reference: is now required",
      (document) => request(document).required.push("client_reference"),
    ],
    [
      "V1CreateCheckoutRequest request field description: is no longer accepted",
      (document) => delete request(document).properties.description,
    ],
    [
      "V1CreateCheckoutRequest request field amount: maximum is 5, was 1000000000000",
      (document) => {
        request(document).properties.amount.maximum = 5;
      },
    ],
    [
      "V1CreateCheckoutRequest request field amount: no longer accepts integer",
      (document) => {
        request(document).properties.amount.type = "string";
      },
    ],
    [
      "V1CreateCheckoutRequest request field locale: no longer has the value am",
      (document) => {
        const { anyOf } = request(document).properties.locale;
        anyOf[0].enum = anyOf[0].enum.filter((value: string) => value !== "am");
      },
    ],
    [
      "V1CreateCheckoutRequest request field currency: no longer accepts null",
      (document) => request(document).properties.currency.anyOf.pop(),
    ],
    [
      'V1CreateCheckoutRequest request field late_policy: default is null, was "review"',
      (document) => {
        request(document).properties.late_policy.default = null;
      },
    ],
    [
      "POST /api/v1/checkouts/: no longer answers 201",
      (document) => {
        const { responses } = create(document);
        responses[200] = responses[201];
        delete responses[201];
      },
    ],
    [
      "POST /api/v1/checkouts/: answers 202 too",
      (document) => {
        create(document).responses[202] = create(document).responses[201];
      },
    ],
    [
      "POST /api/v1/checkouts/ 201: no longer has the header Idempotent-Replayed",
      (document) => delete create(document).responses[201].headers["Idempotent-Replayed"],
    ],
    [
      "Checkout.amount: was removed",
      (document) => delete schemas(document).Checkout.properties.amount,
    ],
    [
      "Checkout.pay_url: can now be absent",
      (document) => {
        const { Checkout } = schemas(document);
        Checkout.required = Checkout.required.filter((name: string) => name !== "pay_url");
      },
    ],
    [
      "Checkout.pay_url: can now be null",
      (document) => {
        schemas(document).Checkout.properties.pay_url.type = ["string", "null"];
      },
    ],
    [
      "CheckoutStatus: no longer has the value verified",
      (document) => {
        const status = statusOf(document);
        status.enum = status.enum.map((one: string) => (one === "verified" ? "paid" : one));
      },
    ],
    [
      "Checkout.created_at: has another format: undefined",
      (document) => delete schemas(document).Checkout.properties.created_at.format,
    ],
    [
      "GET /api/v1/checkouts/ query parameter status: is no longer accepted",
      (document) => {
        const { parameters } = list(document);
        list(document).parameters = parameters.filter((one: Loose) => one.name !== "status");
      },
    ],
    [
      "GET /api/v1/checkouts/ query parameter limit: is now required",
      (document) => {
        list(document).parameters.find((one: Loose) => one.name === "limit").required = true;
      },
    ],
    [
      "event checkout.verified: was removed",
      (document) => delete document.webhooks["checkout.verified"],
    ],
    [
      "event ping: no longer has the header webhook-id",
      (document) => document.webhooks.ping.post.parameters.shift(),
    ],
    [
      "CheckoutVerifiedEvent.sequence: was removed",
      (document) => delete schemas(document).CheckoutVerifiedEvent.properties.sequence,
    ],
    [
      "Problem.code: no longer has the value rate_limited",
      (document) => {
        const { code } = schemas(document).Problem.properties;
        code.enum = code.enum.filter((value: string) => value !== "rate_limited");
      },
    ],
  ])("%s", (line, change) => {
    expect(breakingChanges(current, changed(change))).toContain(line);
  });
});

describe("an addition breaks nothing", () => {
  test.each<readonly [string, (document: Loose) => void]>([
    [
      "an operation",
      (document) => {
        document.paths["/api/v1/refunds/"] = { get: list(document) };
      },
    ],
    [
      "an optional field of a request",
      (document) => {
        request(document).properties.note = { type: "string" };
      },
    ],
    [
      "a wider bound",
      (document) => {
        request(document).properties.amount.maximum *= 2;
      },
    ],
    [
      "a field of a response",
      (document) => {
        schemas(document).Checkout.properties.note = { type: "string" };
        schemas(document).Checkout.required.push("note");
      },
    ],
    ["a status", (document) => statusOf(document).enum.push("refunded")],
    ["an error code", (document) => schemas(document).Problem.properties.code.enum.push("locked")],
    [
      "an event",
      (document) => {
        document.webhooks["checkout.refunded"] = document.webhooks.ping;
      },
    ],
    [
      "an error response",
      (document) => {
        create(document).responses[423] = create(document).responses[409];
      },
    ],
    [
      "anything on the dashboard's own surface",
      (document) => {
        for (const path of Object.keys(document.paths)) {
          if (path.startsWith("/api/platform/")) delete document.paths[path];
        }
      },
    ],
  ])("%s", (_, change) => {
    expect(breakingChanges(current, changed(change))).toEqual([]);
  });
});
