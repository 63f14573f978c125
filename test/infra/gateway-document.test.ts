import { Stack } from "aws-cdk-lib/core";
import { describe, expect, test } from "vitest";
import type { Route } from "../../lib/contract/route.ts";
import { gatewayDocument } from "../../lib/infra/gateway-document.ts";

const plain: Route = {
  surface: "v1",
  operation: "list-things",
  method: "GET",
  path: "/api/v1/things/",
  auth: "api-key",
  request: {},
  responses: { 200: null },
  errors: [],
  access: {},
  idempotent: false,
  timeoutSeconds: 10,
  memoryMegabytes: 512,
  summary: "List things",
};

const ROLE = "arn:aws:iam::123456789012:role/invoke";

function documentOf(routes: readonly Route[], corsOrigins: readonly string[] = []) {
  const document = gatewayDocument({
    title: "test",
    stage: "test",
    routes,
    corsOrigins,
    invokeRoleArn: () => ROLE,
  });
  // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is free JSON
  return document as any;
}

describe("the gateway's document", () => {
  test("drops the trailing slash, since a resource serves both forms", () => {
    expect(Object.keys(documentOf([plain]).paths)).toEqual(["/api/v1/things"]);
  });

  test("rejects an operation that is defined twice", () => {
    const twin = { ...plain, operation: "other" };
    expect(() => documentOf([plain, twin])).toThrow("GET /api/v1/things is defined twice");
  });

  test("rejects two names for one path parameter, which API Gateway cannot have", () => {
    const one: Route = { ...plain, path: "/api/v1/things/{id}/" };
    const two: Route = { ...plain, operation: "parts", path: "/api/v1/things/{thing_id}/parts/" };
    expect(() => documentOf([one, two])).toThrow("both {id} and {thing_id}");
  });

  test("gives every response its number, since the gateway's import knows no `default`", () => {
    const made = documentOf([{ ...plain, responses: { 201: null, 202: null } }]);
    expect(Object.keys(made.paths["/api/v1/things"].get.responses)).toEqual(["201", "202"]);
  });

  test("sends what is below a route's path to the same function, where the route asks for it", () => {
    const { paths } = documentOf([{ ...plain, path: "/api/v1/things/{id}/", below: true }]);
    expect(Object.keys(paths)).toEqual(["/api/v1/things/{id}", "/api/v1/things/{id}/{below+}"]);
    const [own, below] = Object.values(paths) as { get: Record<string, unknown> }[];
    const [one, other] = [own, below].map((item) =>
      new Stack().resolve(item?.get["x-amazon-apigateway-integration"]),
    );
    expect(other).toEqual(one);
    expect(below?.get.parameters).toMatchObject([{ name: "id" }, { name: "below" }]);
    expect(below?.get.operationId).not.toBe(own?.get.operationId);
  });

  test("never lets the gateway wait longer than it can", () => {
    const slow = documentOf([{ ...plain, timeoutSeconds: 29 }]);
    const integration = slow.paths["/api/v1/things"].get["x-amazon-apigateway-integration"];
    expect(integration.timeoutInMillis).toBe(29_000);
  });
});

describe("CORS", () => {
  const create: Route = { ...plain, operation: "create-thing", method: "POST" };
  const origins = ["https://a.example", "https://b.example:8443"];

  test("does not exist where no origin is configured", () => {
    const document = documentOf([plain]);
    expect(document.paths["/api/v1/things"].options).toBeUndefined();
    expect(JSON.stringify(document)).not.toMatch(/Access-Control/i);
  });

  test("answers a preflight for exactly the configured origins and the methods of the path", () => {
    const { options } = documentOf([plain, create], origins).paths["/api/v1/things"];
    expect(options.security).toBeUndefined();
    const integration = options["x-amazon-apigateway-integration"];
    expect(integration.type).toBe("mock");
    const template: string = integration.responses.default.responseTemplates["application/json"];
    expect(template).toContain(
      '#if($origin == "https://a.example" || $origin == "https://b.example:8443")',
    );
    expect(template).toContain('["Access-Control-Allow-Methods"] = "GET,POST")');
    // Every Allow is inside the comparison.
    expect(template.indexOf("Access-Control")).toBeGreaterThan(template.indexOf("#if($origin =="));
  });

  test("a refusal by the gateway names the origin only where there is just one", () => {
    const headerOf = (document: ReturnType<typeof documentOf>) =>
      document["x-amazon-apigateway-gateway-responses"].ACCESS_DENIED.responseParameters[
        "gatewayresponse.header.Access-Control-Allow-Origin"
      ];
    expect(headerOf(documentOf([plain], ["https://a.example"]))).toBe("'https://a.example'");
    expect(headerOf(documentOf([plain], origins))).toBeUndefined();
  });
});
