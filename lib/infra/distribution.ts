import {
  CfnDistribution,
  CfnFunction,
  CfnOriginAccessControl,
  CfnResponseHeadersPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Fn, RemovalPolicy } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import {
  ORIGIN_SECRET_HEADER,
  VIEWER_ADDRESS_HEADER,
  VIEWER_NETWORK_HEADER,
} from "../contract/headers.ts";
import { PROBLEMS, type ProblemBody, problemType } from "../contract/problems.ts";
import { physicalName } from "./names.ts";
import type { RestApi } from "./rest-api.ts";
import { SITE_CONTENT_SECURITY_POLICY } from "./site-headers.ts";
import { isWaiting, type StageConfig } from "./stage-config.ts";

// CloudFront Functions, in that service's subset of JavaScript (runtime 2.0).

/**
 * Puts the client's address into a header and overwrites any that the client sent. A second header has the
 * /64 of an IPv6 address, which one customer owns: the firewall cannot shorten an address itself.
 */
export const VIEWER_ADDRESS_FUNCTION = `function handler(event) {
  var request = event.request;
  var address = event.viewer.ip;
  request.headers["${VIEWER_ADDRESS_HEADER}"] = { value: address };
  request.headers["${VIEWER_NETWORK_HEADER}"] = { value: networkOf(address) };
  return request;
}
function networkOf(address) {
  if (address.indexOf(":") === -1) return address;
  var halves = address.split("::");
  var head = halves[0] ? halves[0].split(":") : [];
  var tail = halves[1] ? halves[1].split(":") : [];
  while (head.length + tail.length < 8) head.push("0");
  return head.concat(tail).slice(0, 4).join(":");
}
`;

/** Paths are case-sensitive, so `/API/…` reaches the site and not the API. */
const MISSPELLED_API_PATH = {
  // The function runs before CloudFront replaces the viewer's Host header.
  type: problemType("not_found", "https://HOST"),
  title: PROBLEMS.not_found.title,
  status: PROBLEMS.not_found.status,
  detail: "There is nothing at this path. Paths of the API are lower-case.",
  code: "not_found",
  request_id: "edge",
} satisfies ProblemBody;

/**
 * Serves the dashboard's page for paths without a file extension. Custom error responses would also turn
 * the API's 404 into 200.
 */
export const SINGLE_PAGE_FUNCTION = `function handler(event) {
  var request = event.request;
  if (/^\\/api(\\/|$)/i.test(request.uri)) return notFound(request.headers.host.value);
  var last = request.uri.split("/").pop();
  if (last.indexOf(".") === -1) request.uri = "/index.html";
  return request;
}
function notFound(host) {
  return {
    statusCode: 404,
    headers: {
      "content-type": { value: "application/problem+json" },
      "cache-control": { value: "no-store" },
      "x-request-id": { value: "${MISSPELLED_API_PATH.request_id}" },
    },
    body: ${JSON.stringify(JSON.stringify(MISSPELLED_API_PATH))}.replace("HOST", host),
  };
}
`;

/** Ids of policies that AWS manages; the same in every account. */
const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
const CACHING_OPTIMIZED = "658327ea-f89d-4fab-a63d-7e88639e58f6";
const ALL_VIEWER_EXCEPT_HOST = "b689b0a8-53d0-40ab-baf2-68738e2966ac";

/**
 * CloudFront keeps errors for 10 s whatever the cache policy and `no-store` say, under the path alone: without this,
 * one merchant would get the 503 of another.
 */
const CACHED_ERRORS = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];
/** Paths of the API. Everything else is a file of the dashboard. */
const API_PATHS = ["/api/*", "/p/*", "/.well-known/*", "/llms*.txt"];

/** Serves dashboard, pay page and API from one host: cookies are first-party, and no CORS is needed. */
export class Distribution extends Construct {
  readonly site: Bucket;
  readonly resource: CfnDistribution;

  constructor(
    scope: Construct,
    id: string,
    props: { readonly config: StageConfig; readonly api: RestApi; readonly originSecret: string },
  ) {
    super(scope, id);
    const { config, api, originSecret } = props;
    this.site = new Bucket(this, "Site", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const control = new CfnOriginAccessControl(this, "SiteAccess", {
      originAccessControlConfig: {
        name: physicalName(config.stage, "site"),
        originAccessControlOriginType: "s3",
        signingBehavior: "always",
        signingProtocol: "sigv4",
      },
    });
    const viewerAddress = this.edgeFunction(config, "address", VIEWER_ADDRESS_FUNCTION);
    const singlePage = this.edgeFunction(config, "page", SINGLE_PAGE_FUNCTION);

    this.resource = new CfnDistribution(this, "Distribution", {
      distributionConfig: {
        enabled: true,
        comment: physicalName(config.stage, "edge"),
        httpVersion: "http2and3",
        ipv6Enabled: true,
        priceClass: "PriceClass_200",
        defaultRootObject: "index.html",
        ...domainOf(config),
        ...(config.edgeWebAclArn === null ? {} : { webAclId: config.edgeWebAclArn }),
        origins: [
          apiOrigin(config, api, originSecret),
          {
            id: "site",
            domainName: this.site.bucketRegionalDomainName,
            originAccessControlId: control.ref,
            s3OriginConfig: { originAccessIdentity: "" },
          },
        ],
        defaultCacheBehavior: {
          targetOriginId: "site",
          viewerProtocolPolicy: "redirect-to-https",
          allowedMethods: ["GET", "HEAD"],
          cachePolicyId: CACHING_OPTIMIZED,
          compress: true,
          responseHeadersPolicyId: this.siteHeaders(config).ref,
          functionAssociations: [atViewerRequest(singlePage)],
        },
        cacheBehaviors: API_PATHS.map((pathPattern) => ({
          pathPattern,
          targetOriginId: "api",
          // No redirect to https: the key has already been sent in clear text, and a redirected POST loses its body.
          viewerProtocolPolicy: "https-only",
          allowedMethods: ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"],
          cachePolicyId: CACHING_DISABLED,
          originRequestPolicyId: ALL_VIEWER_EXCEPT_HOST,
          compress: true,
          functionAssociations: [atViewerRequest(viewerAddress)],
        })),
        customErrorResponses: CACHED_ERRORS.map((errorCode) => ({
          errorCode,
          errorCachingMinTtl: 0,
        })),
      },
    });
    this.site.addToResourcePolicy(
      new PolicyStatement({
        sid: "OurDistributionReads",
        principals: [new ServicePrincipal("cloudfront.amazonaws.com")],
        actions: ["s3:GetObject"],
        resources: [this.site.arnForObjects("*")],
        conditions: {
          StringEquals: {
            "AWS:SourceArn": Fn.sub(
              // biome-ignore lint/suspicious/noTemplateCurlyInString: it is CloudFormation that fills it in
              "arn:${AWS::Partition}:cloudfront::${AWS::AccountId}:distribution/${Id}",
              { Id: this.resource.ref },
            ),
          },
        },
      }),
    );
  }

  private edgeFunction(config: StageConfig, name: string, code: string): CfnFunction {
    return new CfnFunction(this, name === "address" ? "ViewerAddress" : "SinglePage", {
      name: physicalName(config.stage, name),
      autoPublish: true,
      functionCode: code,
      functionConfig: { comment: `${name} at viewer request`, runtime: "cloudfront-js-2.0" },
    });
  }

  private siteHeaders(config: StageConfig): CfnResponseHeadersPolicy {
    return new CfnResponseHeadersPolicy(this, "SiteHeaders", {
      responseHeadersPolicyConfig: {
        name: physicalName(config.stage, "site"),
        securityHeadersConfig: {
          contentSecurityPolicy: {
            contentSecurityPolicy: SITE_CONTENT_SECURITY_POLICY,
            override: true,
          },
          contentTypeOptions: { override: true },
          frameOptions: { frameOption: "DENY", override: true },
          referrerPolicy: { referrerPolicy: "no-referrer", override: true },
          strictTransportSecurity: {
            accessControlMaxAgeSec: 63_072_000,
            includeSubdomains: true,
            override: true,
          },
        },
      },
    });
  }
}

function apiOrigin(
  config: StageConfig,
  api: RestApi,
  originSecret: string,
): CfnDistribution.OriginProperty {
  return {
    id: "api",
    domainName: api.host,
    originPath: `/${config.stage}`,
    customOriginConfig: {
      originProtocolPolicy: "https-only",
      originSslProtocols: ["TLSv1.2"],
      originReadTimeout: 30,
      originKeepaliveTimeout: 60,
    },
    originCustomHeaders: [{ headerName: ORIGIN_SECRET_HEADER, headerValue: originSecret }],
  };
}

function domainOf(
  config: StageConfig,
): Pick<CfnDistribution.DistributionConfigProperty, "aliases" | "viewerCertificate"> {
  if (config.domain === null) return { viewerCertificate: { cloudFrontDefaultCertificate: true } };
  return {
    // The other region's distribution has it until the switch.
    aliases: isWaiting(config) ? [] : [config.domain.name],
    viewerCertificate: {
      acmCertificateArn: config.domain.certificateArn,
      minimumProtocolVersion: "TLSv1.2_2021",
      sslSupportMethod: "sni-only",
    },
  };
}

function atViewerRequest(edgeFunction: CfnFunction) {
  return { eventType: "viewer-request", functionArn: edgeFunction.attrFunctionArn };
}
