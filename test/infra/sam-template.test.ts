import { describe, expect, test } from "vitest";
import { functionHandlers, routeFunctionId, WORKERS } from "../../lib/contract/functions.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { FUNCTION_STACKS } from "../../lib/infra/functions-stack.ts";
import { environmentRoutes, samTemplate } from "../../lib/local/sam/sam-template.ts";
import { stageApp } from "./synthesised.ts";

const synthesised = stageApp("dev");

const ids = functionHandlers(ROUTES, WORKERS).map(({ id }) => id);
const environments = Object.fromEntries(
  ids.map((id) => [id, { AWS_ACCESS_KEY_ID: id, AWS_ENDPOINT_URL_SQS: "http://127.0.0.1:1" }]),
);
interface SamResource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly Metadata: Readonly<Record<string, unknown>>;
}
const template = samTemplate({
  templates: (["api", ...FUNCTION_STACKS] as const).map((name) => synthesised.templates[name]),
  folder: "/assembly",
  environments,
  architecture: "x86_64",
}) as { readonly Resources: Readonly<Record<string, SamResource>> };
const resources = Object.values(template.Resources);
const functions = resources.filter(({ Type }) => Type === "AWS::Lambda::Function");

describe("the template for SAM", () => {
  test("has every function once, under the id by which SAM tells them apart", () => {
    const named = functions.map(({ Metadata }) => Metadata.SamResourceId);
    expect(named.toSorted()).toEqual(ids.toSorted());
  });

  test("declares every variable that leads to the running stack, since SAM drops the others", () => {
    for (const { Properties } of functions) {
      expect(Properties.Environment).toEqual({
        Variables: { AWS_ACCESS_KEY_ID: "", AWS_ENDPOINT_URL_SQS: "" },
      });
    }
  });

  test("runs on this machine's processor, from bundles named by their full path", () => {
    for (const { Properties, Metadata } of functions) {
      expect(Properties.Architectures).toEqual(["x86_64"]);
      expect(Metadata["aws:asset:path"]).toMatch(/^\/assembly\/asset\.[0-9a-f]{64}$/);
    }
  });

  test("keeps the API's document with all its operations", () => {
    const [api] = resources.filter(({ Type }) => Type === "AWS::ApiGateway::RestApi");
    const body = JSON.stringify(api?.Properties.Body);
    for (const route of ROUTES) {
      expect(body).toContain(`"operationId":"${routeFunctionId(route)}"`);
    }
  });
});

test("the running stack tells what its functions are told, but not what a runtime sets itself", async () => {
  const deployed = { id: "v1-get-credits" } as Parameters<typeof environmentRoutes>[0][number];
  const routes = environmentRoutes([deployed], () => ({
    TABLE_NAME: "table",
    AWS_REGION: "eu-central-1",
    AWS_LAMBDA_FUNCTION_NAME: "f",
    _HANDLER: "index.handler",
  }));
  const request = { query: new URLSearchParams(), headers: {}, body: new Uint8Array() };
  const answer = await routes({ ...request, method: "GET", path: "environments/" });
  expect(answer?.body).toEqual({
    environments: { "v1-get-credits": { TABLE_NAME: "table", AWS_REGION: "eu-central-1" } },
  });
  expect(await routes({ ...request, method: "POST", path: "environments/" })).toBeNull();
});
