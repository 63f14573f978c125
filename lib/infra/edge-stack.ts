import { Distribution as ExistingDistribution } from "aws-cdk-lib/aws-cloudfront";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { CfnRecordSet } from "aws-cdk-lib/aws-route53";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import { Duration, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import type { Distribution } from "./distribution.ts";
import { HASHED_CACHE_CONTROL, HASHED_FOLDER, PAGE_MAX_AGE_SECONDS } from "./site-headers.ts";
import type { StageConfig } from "./stage-config.ts";

/** Hosted zone id of all CloudFront distributions, for alias records. */
const CLOUDFRONT_ZONE = "Z2FDTNDATAQYW2";
const HASHED = `${HASHED_FOLDER}/*`;

interface EdgeStackProps extends StackProps {
  readonly config: StageConfig;
  readonly distribution: Distribution;
  /** The built site; null where it is served elsewhere. */
  readonly site: string | null;
}

/**
 * Uploads the dashboard's files and creates the DNS records, after everything else. The only stack with
 * the CDK's own functions; the local stack leaves it out.
 */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, props: EdgeStackProps) {
    const { config, distribution, site, ...stackProps } = props;
    super(scope, id, stackProps);
    if (site !== null) this.deploySite(site, distribution);
    if (config.domain?.hostedZone && config.standby === null)
      this.addAliases(config.domain, distribution);
  }

  /** Uploads hashed files first, cached forever, then the files that refer to them, cached for a minute. */
  private deploySite(site: string, distribution: Distribution): void {
    const logGroup = new LogGroup(this, "Logs", {
      retention: 14,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const common = {
      sources: [Source.asset(site)],
      // The CDK's own types disagree on `isWebsite` under exactOptionalPropertyTypes.
      destinationBucket: distribution.site as IBucket,
      // The CDK does not empty this bucket; docs/deploy.md says how to, under Uninstall.
      retainOnDelete: true,
      logGroup,
      memoryLimit: 512,
    };
    const hashed = new BucketDeployment(this, "Hashed", {
      ...common,
      exclude: ["*"],
      include: [HASHED],
      prune: false,
      cacheControl: [CacheControl.fromString(HASHED_CACHE_CONTROL)],
    });
    const pages = new BucketDeployment(this, "Pages", {
      ...common,
      exclude: [HASHED],
      prune: true,
      cacheControl: [
        CacheControl.maxAge(Duration.seconds(PAGE_MAX_AGE_SECONDS)),
        CacheControl.mustRevalidate(),
      ],
      distribution: ExistingDistribution.fromDistributionAttributes(this, "Distribution", {
        distributionId: distribution.resource.ref,
        domainName: distribution.resource.attrDomainName,
      }),
      distributionPaths: ["/*"],
      // CloudFront may take longer than the CDK waits, which would roll the pages back. By themselves they are old for a minute.
      waitForDistributionInvalidation: false,
    });
    pages.node.addDependency(hashed);
  }

  private addAliases(domain: NonNullable<StageConfig["domain"]>, distribution: Distribution): void {
    for (const type of ["A", "AAAA"]) {
      new CfnRecordSet(this, `Alias${type}`, {
        name: domain.name,
        type,
        ...(domain.hostedZone && { hostedZoneId: domain.hostedZone.id }),
        aliasTarget: {
          dnsName: distribution.resource.attrDomainName,
          hostedZoneId: CLOUDFRONT_ZONE,
          evaluateTargetHealth: false,
        },
      });
    }
  }
}
