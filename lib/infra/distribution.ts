import { Fn, RemovalPolicy } from "aws-cdk-lib";
import {
  CfnDistribution,
  CfnFunction,
  CfnOriginAccessControl,
  CfnResponseHeadersPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { ORIGIN_SECRET_HEADER } from "../contract/edge-headers.ts";
import { SINGLE_PAGE_FUNCTION, VIEWER_ADDRESS_FUNCTION } from "./edge-functions.ts";
import { physicalName } from "./names.ts";
import type { RestApi } from "./rest-api.ts";
import { SITE_CONTENT_SECURITY_POLICY } from "./site-policy.ts";
import type { StageConfig } from "./stage-config.ts";

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
    aliases: [config.domain.name],
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
