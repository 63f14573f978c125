import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { Fn, RemovalPolicy } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import { ORIGIN_SECRET_HEADER, VIEWER_NETWORK_HEADER } from "../contract/headers.ts";
import { PROBLEMS, problemType } from "../contract/problems.ts";
import { logGroupArn } from "./logs-stack.ts";
import { physicalName } from "./names.ts";
import type { RestApi } from "./rest-api.ts";
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
/**
 * A mobile network's shared address at its busiest: 1,000 customers in an hour, of whom 30 % come within the busiest five
 * minutes, with up to 20 requests each (page, submission, questions after its result, receipt).
 */
const PUBLIC_LIMIT = 6000;
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
    {
      name: "public",
      limit: PUBLIC_LIMIT,
      of: anyOf(pathContains("/api/public/"), pathContains("/p/")),
    },
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

type OriginSecrets = readonly [string, ...string[]];

/** Headers whose values must not appear in logs or samples. */
const SECRET_HEADERS = ["authorization", "cookie", "idempotency-key", ORIGIN_SECRET_HEADER];

const NO_TRANSFORMATION = [{ priority: 0, type: "NONE" }];

/**
 * The regional web ACL of the API. It blocks requests without the secret origin header, which only our distribution
 * sends; so the client address in the distribution's header can be trusted for rate limits. Leaves out AWS's core rule
 * set, which blocks markup and URLs in bodies: both are legal here, and the pipeline validates them.
 */
export class Firewall extends Construct {
  readonly acl: CfnWebACL;

  constructor(
    scope: Construct,
    id: string,
    props: {
      readonly config: StageConfig;
      readonly api: RestApi;
      /** The firewall accepts any of them. */
      readonly originSecrets: OriginSecrets;
    },
  ) {
    super(scope, id);
    const { config, api, originSecrets } = props;
    this.acl = new CfnWebACL(this, "Acl", {
      name: physicalName(config.stage, "api"),
      scope: "REGIONAL",
      defaultAction: { allow: {} },
      // With the stage: stages of one account and region would share one metric.
      visibilityConfig: visibility(physicalName(config.stage, "api")),
      customResponseBodies: {
        rate: { contentType: "APPLICATION_JSON", content: tooManyRequests(config, api) },
      },
      rules: [
        originRule(originSecrets),
        ...rates(config).map((rate, index) => rateRule(rate, 10 + index)),
        managedRule("AWSManagedRulesKnownBadInputsRuleSet", 20),
      ],
      dataProtectionConfig: {
        dataProtections: [
          { field: { fieldType: "QUERY_STRING" }, action: "SUBSTITUTION" },
          { field: { fieldType: "BODY" }, action: "SUBSTITUTION" },
          {
            field: { fieldType: "SINGLE_HEADER", fieldKeys: SECRET_HEADERS },
            action: "SUBSTITUTION",
          },
        ],
      },
    });
    new CfnWebACLAssociation(this, "Association", {
      webAclArn: this.acl.attrArn,
      resourceArn: Fn.sub(
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is CloudFormation that fills it in
        "arn:${AWS::Partition}:apigateway:${AWS::Region}::/restapis/${Api}/stages/${Stage}",
        { Api: api.api.ref, Stage: api.stage.ref },
      ),
    });
    this.log(config);
  }

  /** Logs blocked requests without the query, which may contain an API key. */
  private log(config: StageConfig): void {
    const logs = new CfnLogGroup(this, "Logs", {
      // WAF requires this prefix.
      logGroupName: `aws-waf-logs-${physicalName(config.stage, "api")}`,
      retentionInDays: config.logRetentionDays,
    });
    logs.applyRemovalPolicy(RemovalPolicy.DESTROY);
    new CfnLoggingConfiguration(this, "Logging", {
      resourceArn: this.acl.attrArn,
      logDestinationConfigs: [logGroupArn(logs)],
      redactedFields: [
        { queryString: {} },
        { uriPath: {} },
        ...SECRET_HEADERS.map((name) => ({ singleHeader: { Name: name } })),
      ],
      loggingFilter: {
        DefaultBehavior: "DROP",
        Filters: [
          {
            Behavior: "KEEP",
            Requirement: "MEETS_ANY",
            Conditions: [{ ActionCondition: { Action: "BLOCK" } }],
          },
        ],
      },
    });
  }
}

/** Metric of the rule that refuses what did not come through our distribution. */
export const ORIGIN_RULE = "origin";

function originRule(originSecrets: OriginSecrets): CfnWebACL.RuleProperty {
  const [first, ...others] = originSecrets;
  return {
    name: "only-through-our-distribution",
    priority: 0,
    action: { block: {} },
    visibilityConfig: visibility(ORIGIN_RULE),
    statement: {
      notStatement: {
        statement:
          others.length === 0
            ? carries(first)
            : { orStatement: { statements: originSecrets.map(carries) } },
      },
    },
  };
}

function carries(originSecret: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { singleHeader: { Name: ORIGIN_SECRET_HEADER } },
      positionalConstraint: "EXACTLY",
      searchString: originSecret,
      textTransformations: NO_TRANSFORMATION,
    },
  };
}

function managedRule(name: string, priority: number): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    overrideAction: { none: {} },
    visibilityConfig: visibility(name),
    statement: { managedRuleGroupStatement: { vendorName: "AWS", name } },
  };
}

/** Problem details as in the API's responses, with a constant as the id of the request. */
function tooManyRequests({ domain, stage }: StageConfig, api: RestApi): string {
  // The distribution depends on the firewall, so its host is not available here. Without a domain, the
  // API's own host makes the type absolute.
  const host = domain?.name ?? Fn.join("/", [api.host, stage]);
  const text = JSON.stringify({
    type: problemType("rate_limited", "https://HOST"),
    title: PROBLEMS.rate_limited.title,
    status: PROBLEMS.rate_limited.status,
    detail: "Too many requests from this address. Try again in a minute.",
    code: "rate_limited",
    request_id: FIREWALL_REQUEST_ID,
  });
  const [before = "", after = ""] = text.split("HOST");
  return Fn.join("", [before, host, after]);
}
