import type { CfnStage } from "aws-cdk-lib/aws-apigateway";
import type { Route, Surface } from "../contract/route.ts";
import { resourcePath } from "./gateway-document.ts";
import type { StageConfig } from "./stage-config.ts";

/**
 * Share of the stage's rate that one method may use. API Gateway counts a request before it calls the
 * authorizer, so a flood with invalid keys uses up a limit too; it must not be the limit of all methods.
 */
const SHARES: Readonly<Record<Surface, number>> = {
  v1: 0.4,
  public: 0.4,
  platform: 0.2,
  auth: 0.1,
  service: 0.1,
};

/** Settings of every method. A method with its own entry does not inherit those of `/*`. */
const COMMON = {
  loggingLevel: "OFF",
  dataTraceEnabled: false,
  // Metrics per method cost 0.30 dollars a month each; those of the whole API are free.
  metricsEnabled: false,
};

/** Throttles of the whole stage and of each method; all zero while the stage is closed. */
export function methodSettings(
  { throttle, closed }: StageConfig,
  routes: readonly Route[],
): CfnStage.MethodSettingProperty[] {
  const limit = (share: number) => ({
    throttlingRateLimit: closed ? 0 : Math.ceil(throttle.ratePerSecond * share),
    throttlingBurstLimit: closed ? 0 : Math.ceil(throttle.burst * share),
  });
  return [
    { httpMethod: "*", resourcePath: "/*", ...COMMON, ...limit(1) },
    ...routes.map((route) => ({
      httpMethod: route.method,
      resourcePath: `/${resourcePath(route.path).replaceAll("/", "~1")}`,
      ...COMMON,
      ...limit(SHARES[route.surface]),
    })),
  ];
}
