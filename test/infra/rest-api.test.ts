import { describe, expect, test } from "vitest";
import { routeFunctionId } from "../../lib/contract/functions.ts";
import { PROBLEMS } from "../../lib/contract/problems.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { stageConfig } from "../../lib/infra/config/stages.ts";
import { invokedName } from "../../lib/infra/names.ts";
import { invokeRoleId } from "../../lib/infra/rest-api.ts";
import { stageApp, synthesise } from "./synthesised.ts";

const synthesised = stageApp("dev");

const [[, api] = []] = synthesised.of("api", "AWS::ApiGateway::RestApi");
const body = api?.Properties.Body;
const stage = synthesised.of("api", "AWS::ApiGateway::Stage")[0]?.[1].Properties;

/** As API Gateway 2026 lists them in its reference. */
const RESPONSE_TYPES = [
  "ACCESS_DENIED",
  "API_CONFIGURATION_ERROR",
  "AUTHORIZER_CONFIGURATION_ERROR",
  "AUTHORIZER_FAILURE",
  "BAD_REQUEST_BODY",
  "BAD_REQUEST_PARAMETERS",
  "DEFAULT_4XX",
  "DEFAULT_5XX",
  "EXPIRED_TOKEN",
  "INTEGRATION_FAILURE",
  "INTEGRATION_TIMEOUT",
  "INVALID_API_KEY",
  "INVALID_SIGNATURE",
  "MISSING_AUTHENTICATION_TOKEN",
  "QUOTA_EXCEEDED",
  "REQUEST_TOO_LARGE",
  "RESOURCE_NOT_FOUND",
  "THROTTLED",
  "UNAUTHORIZED",
  "UNSUPPORTED_MEDIA_TYPE",
  "WAF_FILTERED",
];

const ANY = "x-amazon-apigateway-any-method";

test("the API has exactly the operations of the route table, and HEAD beside each GET", () => {
  const served = Object.entries(body.paths).flatMap(([path, item]) =>
    Object.keys(item as object)
      .filter((method) => method !== ANY)
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const wanted = ROUTES.flatMap(({ method, path, below }: Route) => {
    const resource = path.replace(/\/$/, "");
    const methods = method === "GET" ? ["GET", "HEAD"] : [method];
    const resources = below === true ? [resource, `${resource}/{below+}`] : [resource];
    return resources.flatMap((one) => methods.map((name) => `${name} ${one}`));
  });
  expect(served.toSorted()).toEqual(wanted.toSorted());
});

describe.each(Object.keys(body.paths))("any other method of %s", (path) => {
  const item = body.paths[path];
  const integration = item[ANY]["x-amazon-apigateway-integration"];
  const answer = integration.responses.default;

  test("is 405 with the methods that the path supports", () => {
    const methods = Object.keys(item).filter((method) => method !== ANY);
    const allow = methods.map((method) => method.toUpperCase()).toSorted();
    expect(integration.type).toBe("mock");
    expect(answer.statusCode).toBe("405");
    expect(answer.responseParameters).toMatchObject({
      "method.response.header.Allow": `'${allow.join(", ")}'`,
      "method.response.header.Content-Type": "'application/problem+json'",
    });
    // Every header that is mapped has to be declared, or the import fails.
    const declared = Object.keys(item[ANY].responses["405"].headers);
    expect(Object.keys(answer.responseParameters)).toEqual(
      declared.map((name) => `method.response.header.${name}`),
    );
  });
});

test("answers are compressed, because the distribution does not do it for what it may not cache", () => {
  expect(api?.Properties.MinimumCompressionSize).toBe(1024);
});

describe.each(ROUTES)("$method $path", (route) => {
  const operation = body.paths[route.path.replace(/\/$/, "")]?.[route.method.toLowerCase()];

  test("is answered by its own function, through the role of its surface", () => {
    const integration = synthesised.show(operation["x-amazon-apigateway-integration"]) as {
      uri: string;
      credentials: string;
    };
    expect(integration).toMatchObject({ type: "aws_proxy", httpMethod: "POST" });
    expect(integration.uri).toMatch(
      new RegExp(`:function:${invokedName("dev", routeFunctionId(route))}/invocations$`),
    );
    expect(integration.credentials).toMatch(new RegExp(`^Rest${invokeRoleId(route)}\\w+\\.Arn$`));
  });

  test("waits longer than the function may run, and no longer than the gateway can", () => {
    const { timeoutInMillis } = operation["x-amazon-apigateway-integration"];
    expect(timeoutInMillis).toBeLessThanOrEqual(29_000);
    expect(timeoutInMillis).toBeGreaterThanOrEqual(Math.min(29, route.timeoutSeconds) * 1000);
  });

  test("asks the authorizer of its surface, or nobody", () => {
    expect(operation.security).toEqual(route.auth === "none" ? undefined : [{ [route.auth]: [] }]);
  });
});

describe("the authorizer", () => {
  const of = (scheme: string) => {
    const value = body.components.securitySchemes[scheme]["x-amazon-apigateway-authorizer"];
    return synthesised.show(value) as Record<string, unknown>;
  };

  test("of access tokens is asked once a minute for a header", () => {
    expect(of("jwt")).toMatchObject({
      type: "request",
      identitySource: "method.request.header.Authorization",
      authorizerResultTtlInSeconds: 60,
    });
  });

  test("of keys is asked every time, wherever the key stands", () => {
    expect(of("api-key")).toMatchObject({ type: "request", authorizerResultTtlInSeconds: 0 });
    expect(of("api-key").identitySource).toBeUndefined();
    // The gateway may take the scheme's name for an identity source and demand that header.
    expect(body.components.securitySchemes["api-key"].name).toBe("Unused");
  });

  test.each(["jwt", "api-key"])("of %s is one function, started through the one role", (scheme) => {
    expect(of(scheme).authorizerUri).toMatch(
      /:function:checkout-dev-authorizer:live\/invocations$/,
    );
    expect(of(scheme).authorizerCredentials).toMatch(/^RestInvokeRole\w+\.Arn$/);
  });
});

test.each(["InvokeRole", "InvokePlatformReadRole", "InvokePlatformRole"])(
  "%s may start its endpoints, the first one the authorizer too, and nothing else",
  (id) => {
    const roles = synthesised.of("api", "AWS::IAM::Role");
    const role = roles.find(([logicalId]) => logicalId.startsWith(`Rest${id}`))?.[1].Properties;
    const [statement, ...others] = role.Policies[0].PolicyDocument.Statement;
    expect(others).toEqual([]);
    expect(statement.Action).toBe("lambda:InvokeFunction");
    const arns = synthesised.show(statement.Resource) as string[];
    const names = arns.map((arn) => arn.split(":function:checkout-dev-")[1]);
    const own = ROUTES.filter((route) => invokeRoleId(route) === id).map(routeFunctionId);
    const ids = [...(id === "InvokeRole" ? ["authorizer"] : []), ...own];
    const wanted = ids.map((each) => invokedName("", each).replace("checkout--", ""));
    expect(wanted.length).toBeGreaterThan(20);
    expect(names.toSorted()).toEqual(wanted.toSorted());
  },
);

describe("a refusal by the gateway", () => {
  const responses = body["x-amazon-apigateway-gateway-responses"];

  test("is shaped by us, whatever its type", () => {
    expect(Object.keys(responses).toSorted()).toEqual(RESPONSE_TYPES);
  });

  test.each(RESPONSE_TYPES)("of type %s is a problem of the catalog", (type) => {
    const { statusCode, responseParameters, responseTemplates } = responses[type];
    const problem = JSON.parse(responseTemplates["application/json"]);
    const code = problem.code as keyof typeof PROBLEMS;
    expect(problem.status).toBe(Number(statusCode));
    expect(PROBLEMS[code].status).toBe(problem.status);
    expect(problem.title).toBe(PROBLEMS[code].title);
    expect(problem.request_id).toBe("$context.requestId");
    expect(problem.type).toBe(
      `$stageVariables.publicBaseUrl/api/docs/errors/#error-${problem.code}`,
    );
    expect(Object.keys(problem)).toEqual([
      "type",
      "title",
      "status",
      "detail",
      "code",
      "request_id",
    ]);
    expect(responseParameters).toMatchObject({
      "gatewayresponse.header.Content-Type": "'application/problem+json'",
      "gatewayresponse.header.x-request-id": "context.requestId",
      "gatewayresponse.header.Cache-Control": "'no-store'",
    });
    const retryAfter = responseParameters["gatewayresponse.header.Retry-After"];
    expect(retryAfter !== undefined).toBe([429, 503].includes(problem.status));
  });

  test("for an operation that a role does not allow is a 403", () => {
    expect(responses.ACCESS_DENIED.statusCode).toBe("403");
  });
});

describe("the stage", () => {
  test("limits every method, also those without an entry of their own", () => {
    expect(stage.MethodSettings[0]).toMatchObject({
      ResourcePath: "/*",
      HttpMethod: "*",
      ThrottlingRateLimit: 20,
      ThrottlingBurstLimit: 40,
    });
  });

  test("has no more method settings than API Gateway takes in one update", () => {
    const fields = stage.MethodSettings.flatMap((settings: object) =>
      Object.keys(settings).filter((name) => name !== "ResourcePath" && name !== "HttpMethod"),
    );
    expect(fields.length).toBeLessThanOrEqual(80);
  });

  const RATES = { v1: 40, public: 40, platform: 20, auth: 10, service: 10 };

  test.each(ROUTES)("leaves room for others when $method $path is flooded", (route) => {
    const { method, path, surface } = route;
    const resource = `/${path.replace(/\/$/, "").replaceAll("/", "~1")}`;
    const [own = stage.MethodSettings[0], ...others] = stage.MethodSettings.filter(
      (settings: { ResourcePath: string; HttpMethod: string }) =>
        settings.ResourcePath === resource && settings.HttpMethod === method,
    );
    expect(others).toEqual([]);
    expect(own.ThrottlingRateLimit).toBe(RATES[surface]);
    expect(own.ThrottlingBurstLimit).toBe(RATES[surface] * 2);
  });

  test("logs no execution, which would show queries and concrete paths", () => {
    for (const settings of stage.MethodSettings) {
      const { DataTraceEnabled = false, LoggingLevel = "OFF" } = settings;
      expect({ DataTraceEnabled, LoggingLevel }).toEqual({
        DataTraceEnabled: false,
        LoggingLevel: "OFF",
      });
    }
  });

  test("waits for the account's log role, which waits for the API: an AWS account without any has no settings", () => {
    const [[accountId, account] = []] = synthesised.of("api", "AWS::ApiGateway::Account");
    const [[apiId] = []] = synthesised.of("api", "AWS::ApiGateway::RestApi");
    const [[, made] = []] = synthesised.of("api", "AWS::ApiGateway::Stage");
    expect(account?.DependsOn).toEqual([apiId]);
    expect(made?.DependsOn).toContain(accountId);
  });

  test("points at a deployment that is new whenever the document is", () => {
    const other = synthesise({ ...stageConfig("dev"), corsOrigins: ["https://a.example"] });
    const deploymentOf = (from: typeof synthesised) =>
      from.of("api", "AWS::ApiGateway::Deployment").map(([id]) => id);
    expect(deploymentOf(synthesised)).toHaveLength(1);
    expect(deploymentOf(other)).not.toEqual(deploymentOf(synthesised));
  });
});
