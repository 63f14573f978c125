import { routeFunctionId } from "../lib/contract/functions.ts";
import type { Route } from "../lib/contract/route.ts";
import { ROUTES } from "../lib/contract/routes/table.ts";
import { resourcePath } from "../lib/infra/gateway-document.ts";
import { ACCESS_LOG_FORMAT } from "../lib/infra/rest-api.ts";
import type { Figure } from "./figure.ts";
import type { Step } from "./payment-path.ts";

/**
 * Bytes of the access log's line about a successful request to a function, rendered as API Gateway does.
 *
 * @throws Error for a function without a route, or a variable of the format that has no value here
 */
export function accessLogBytes(functionId: string): number {
  const route = ROUTES.find((each) => routeFunctionId(each) === functionId);
  if (route === undefined) throw new Error(`there is no route of ${functionId}`);
  const values = valuesOf(route);
  const line = ACCESS_LOG_FORMAT.replaceAll(/\$context\.([\w.]+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the access log's variable ${name} has no value here`);
    return value;
  });
  return Buffer.byteLength(line);
}

/** Values of the usual length. What a successful request does not have is `-`. */
function valuesOf(route: Route): Readonly<Record<string, string>> {
  return {
    requestId: "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9",
    httpMethod: route.method,
    resourcePath: resourcePath(route.path),
    status: "200",
    "error.responseType": "-",
    "authorizer.error": "-",
    "authorizer.principalId": route.auth === "none" ? "-" : "key_01kaqc9wq0abcdefghjkmnpqrs",
    responseLatency: "123",
  };
}

/** What a checkout that is created, verified and delivered once writes, without the optional steps. */
export const PATH_OF_A_CHECKOUT: ReadonlySet<string> = new Set([
  "create",
  "submit",
  "follow the balance",
  "relay checkout.created",
  "follow checkout.created",
  "fan out checkout.created",
  "relay checkout.verified",
  "follow checkout.verified",
  "fan out checkout.verified",
  "deliver, 1st attempt",
]);

/** P10: bytes that functions print; Lambda adds its own start and report lines to each invocation. */
export function logBytes(steps: readonly Step[]): Figure {
  const path = steps.filter(({ name }) => PATH_OF_A_CHECKOUT.has(name));
  const bytes = path.reduce((sum, step) => sum + step.logBytes, 0);
  return {
    id: "P10",
    title: "log bytes per checkout",
    how: `What functions print on the way from creation to the delivered webhook, metrics included. Lambda adds nothing: only its warnings are kept. The gateway's access log (${accessLogBytes("public-show-pay-page")} for each look at the pay page) comes on top.`,
    rows: [
      ...path.map((step) => ({ step: step.name, bytes: step.logBytes })),
      { step: "one checkout", bytes },
    ],
    details: { bytes, invocations: path.length },
  };
}
