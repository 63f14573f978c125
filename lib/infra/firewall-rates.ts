import type { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { VIEWER_NETWORK_HEADER } from "../contract/edge-headers.ts";
import { PROBLEMS } from "../contract/problems.ts";
import type { StageConfig } from "./stage-config.ts";

type Statement = CfnWebACL.StatementProperty;

interface Rate {
  readonly name: string;
  /** Requests in five minutes from one network. */
  readonly limit: number;
  /** The requests that count. */
  readonly of: Statement;
}

/** Stands for the id of a request that the firewall answers: it cannot make one. */
export const FIREWALL_REQUEST_ID = "firewall";

const WINDOW_SECONDS = 300;
/** Share of the stage's rate that one network may use. */
const NETWORK_SHARE = 0.2;
/** The smallest limit that AWS accepts. */
const SMALLEST_LIMIT = 10;

const LOWER_CASE = [{ priority: 0, type: "LOWERCASE" }];
/** API Gateway decodes the path before it routes, so the firewall matches the decoded path. */
const AS_THE_GATEWAY_READS = ["URL_DECODE", "NORMALIZE_PATH", "LOWERCASE"].map(
  (type, priority) => ({ priority, type }),
);

/** The form of an API key or access token, in lower case. The authorizer checks validity. */
const KEY_FORM = "pk_(live|test)_[0-9a-z]{36}";
const TOKEN_FORM = "[0-9a-z_-]+\\.[0-9a-z_-]+\\.[0-9a-z_-]+";

/**
 * Coarse limits per network; the pipeline applies the exact ones. They keep a flood from costing money and
 * from exhausting the stage's throttle, which counts rejected requests too. A rule costs a dollar a month,
 * so logins share one with requests that the authorizer is certain to reject.
 */
export function rates({ throttle }: StageConfig): readonly Rate[] {
  const everything = Math.ceil(throttle.ratePerSecond * NETWORK_SHARE * WINDOW_SECONDS);
  return [
    { name: "public", limit: 1500, of: anyOf(pathContains("/api/public/"), pathContains("/p/")) },
    { name: "unauthenticated", limit: 300, of: anyOf(pathContains("/api/auth/"), rejected()) },
    { name: "everything", limit: Math.max(SMALLEST_LIMIT, everything), of: pathContains("/") },
  ];
}

/** Requests that need a credential and have none in the form of a key or token. */
function rejected(): Statement {
  const header = matches(
    { singleHeader: { Name: "authorization" } },
    `^bearer +(${KEY_FORM}|${TOKEN_FORM})$`,
  );
  const query = matches({ singleQueryArgument: { Name: "api_key" } }, `^${KEY_FORM}$`);
  return allOf(anyOf(pathContains("/api/v1/"), pathContains("/api/platform/")), {
    notStatement: { statement: anyOf(header, query) },
  });
}

export function rateRule({ name, limit, of }: Rate, priority: number): CfnWebACL.RuleProperty {
  return {
    name: `rate-${name}`,
    priority,
    action: {
      block: {
        customResponse: {
          responseCode: PROBLEMS.rate_limited.status,
          customResponseBodyKey: "rate",
          responseHeaders: [
            { name: "Retry-After", value: "60" },
            { name: "Cache-Control", value: "no-store" },
            { name: "X-Request-Id", value: FIREWALL_REQUEST_ID },
          ],
        },
      },
    },
    visibilityConfig: visibility(`rate-${name}`),
    statement: {
      rateBasedStatement: {
        limit,
        evaluationWindowSec: WINDOW_SECONDS,
        aggregateKeyType: "CUSTOM_KEYS",
        customKeys: [{ header: { name: VIEWER_NETWORK_HEADER, textTransformations: LOWER_CASE } }],
        scopeDownStatement: of,
      },
    },
  };
}

/** No samples: they would show whole requests in the console. */
export function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

function pathContains(searchString: string): Statement {
  return {
    byteMatchStatement: {
      fieldToMatch: { uriPath: {} },
      positionalConstraint: "CONTAINS",
      searchString,
      textTransformations: AS_THE_GATEWAY_READS,
    },
  };
}

function matches(fieldToMatch: CfnWebACL.FieldToMatchProperty, regexString: string): Statement {
  return {
    regexMatchStatement: { fieldToMatch, regexString, textTransformations: LOWER_CASE },
  };
}

function anyOf(...statements: Statement[]): Statement {
  return { orStatement: { statements } };
}

function allOf(...statements: Statement[]): Statement {
  return { andStatement: { statements } };
}
