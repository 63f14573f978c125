import { Fn, RemovalPolicy } from "aws-cdk-lib";
import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";
import { ORIGIN_SECRET_HEADER, VIEWER_NETWORK_HEADER } from "../contract/edge-headers.ts";
import { PROBLEMS, problemType } from "../contract/problems.ts";
import { physicalName } from "./names.ts";
import type { RestApi } from "./rest-api.ts";
import type { StageConfig } from "./stage-config.ts";

/** Requests that one address may make in five minutes, by part of the path. Coarse on purpose: the
 * exact limits are the pipeline's, this one keeps a flood from costing money. */
const RATES = [
  { name: "public", path: "/api/public/", limit: 1500 },
  { name: "login", path: "/api/auth/", limit: 300 },
  { name: "everything", path: "/", limit: 30_000 },
] as const;

type OriginSecrets = readonly [string, ...string[]];

/** Nothing that a caller sends in them may be kept, neither in logs nor in samples. */
const SECRET_HEADERS = ["authorization", "cookie", "idempotency-key", ORIGIN_SECRET_HEADER];

const LOWER_CASE = [{ priority: 0, type: "LOWERCASE" }];
/** The gateway decodes a path before it looks for the operation; what is counted must not differ. */
const AS_THE_GATEWAY_READS = ["URL_DECODE", "NORMALIZE_PATH", "LOWERCASE"].map(
  (type, priority) => ({ priority, type }),
);
const NO_TRANSFORMATION = [{ priority: 0, type: "NONE" }];

/**
 * The regional web ACL before the API. Only our own distribution knows the origin header, so nobody
 * can go around it; and because it does, the address that it wrote down can be counted by. The managed
 * core rule set is left out: it refuses markup and addresses in bodies, which are legal here and
 * answered by the pipeline in the API's own words.
 */
export class Firewall extends Construct {
  readonly acl: CfnWebACL;

  constructor(
    scope: Construct,
    id: string,
    props: {
      readonly config: StageConfig;
      readonly api: RestApi;
      /** Any of them is accepted. */
      readonly originSecrets: OriginSecrets;
    },
  ) {
    super(scope, id);
    const { config, api, originSecrets } = props;
    this.acl = new CfnWebACL(this, "Acl", {
      name: physicalName(config.stage, "api"),
      scope: "REGIONAL",
      defaultAction: { allow: {} },
      visibilityConfig: visibility("api"),
      customResponseBodies: {
        rate: { contentType: "APPLICATION_JSON", content: tooManyRequests() },
      },
      rules: [
        originRule(originSecrets),
        ...RATES.map((rate, index) => rateRule(rate, 10 + index)),
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

  /** What was refused, without the query, which may hold an API key. */
  private log(config: StageConfig): void {
    const logs = new CfnLogGroup(this, "Logs", {
      // The prefix is WAF's own condition.
      logGroupName: `aws-waf-logs-${physicalName(config.stage, "api")}`,
      retentionInDays: config.logRetentionDays,
    });
    logs.applyRemovalPolicy(RemovalPolicy.DESTROY);
    new CfnLoggingConfiguration(this, "Logging", {
      resourceArn: this.acl.attrArn,
      logDestinationConfigs: [Fn.select(0, Fn.split(":*", logs.attrArn))],
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

function originRule(originSecrets: OriginSecrets): CfnWebACL.RuleProperty {
  const [first, ...others] = originSecrets;
  return {
    name: "only-through-our-distribution",
    priority: 0,
    action: { block: {} },
    visibilityConfig: visibility("origin"),
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

function rateRule(rate: (typeof RATES)[number], priority: number): CfnWebACL.RuleProperty {
  return {
    name: `rate-${rate.name}`,
    priority,
    action: {
      block: {
        customResponse: {
          responseCode: PROBLEMS.rate_limited.status,
          customResponseBodyKey: "rate",
          responseHeaders: [
            { name: "Retry-After", value: "60" },
            { name: "Cache-Control", value: "no-store" },
          ],
        },
      },
    },
    visibilityConfig: visibility(`rate-${rate.name}`),
    statement: {
      rateBasedStatement: {
        limit: rate.limit,
        evaluationWindowSec: 300,
        aggregateKeyType: "CUSTOM_KEYS",
        customKeys: [{ header: { name: VIEWER_NETWORK_HEADER, textTransformations: LOWER_CASE } }],
        scopeDownStatement: {
          byteMatchStatement: {
            fieldToMatch: { uriPath: {} },
            positionalConstraint: "CONTAINS",
            searchString: rate.path,
            textTransformations: AS_THE_GATEWAY_READS,
          },
        },
      },
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

/** No samples: they would show whole requests in the console. */
function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

/** The same problem+json as everywhere; the firewall knows no id of the request. */
function tooManyRequests(): string {
  return JSON.stringify({
    type: problemType("rate_limited"),
    title: PROBLEMS.rate_limited.title,
    status: PROBLEMS.rate_limited.status,
    detail: "Too many requests from this address. Try again in a minute.",
    code: "rate_limited",
    request_id: "firewall",
  });
}
