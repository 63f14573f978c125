import type { CfnStage } from "aws-cdk-lib/aws-apigateway";
import type { Route, Surface } from "../contract/route.ts";
import { resourcePath } from "./gateway-document.ts";
import type { StageConfig } from "./stage-config.ts";

/**
 * Share of `throttle` that one method may use. API Gateway counts a request before it calls the
 * authorizer, so a flood with invalid keys uses up a limit too; it must not be the limit of all methods.
 */
const SHARES: Readonly<Record<Surface, number>> = {
  v1: 0.4,
  public: 0.4,
  platform: 0.2,
  auth: 0.1,
  service: 0.1,
};

/** Of methods without an entry of their own: the dashboard's, HEAD, OPTIONS, and those that answer 405. */
const OTHERS = SHARES.platform;

/** Defaults of API Gateway, so that only `/*` states them. */
const COMMON = {
  loggingLevel: "OFF",
  dataTraceEnabled: false,
  // Metrics per method cost 0.30 dollars a month each; those of the whole API are free.
  metricsEnabled: false,
};

/**
 * Throttles of each method; all zero while the stage is closed. API Gateway applies `/*` to each method by itself, and
 * only the account's quota to their sum. It refuses an update of a stage with too many fields (80 are known to pass),
 * so only methods with another share than `OTHERS` are listed.
 */
export function methodSettings(
  { throttle, closed }: StageConfig,
  routes: readonly Route[],
): CfnStage.MethodSettingProperty[] {
  const limit = (share: number) => ({
    throttlingRateLimit: closed ? 0 : Math.ceil(throttle.ratePerSecond * share),
    throttlingBurstLimit: closed ? 0 : Math.ceil(throttle.burst * share),
  });
  return [
    { httpMethod: "*", resourcePath: "/*", ...COMMON, ...limit(OTHERS) },
    ...routes
      .filter(({ surface }) => SHARES[surface] !== OTHERS)
      .map(({ method, path, surface }) => ({
        httpMethod: method,
        resourcePath: `/${resourcePath(path).replaceAll("/", "~1")}`,
        ...limit(SHARES[surface]),
      })),
  ];
}
