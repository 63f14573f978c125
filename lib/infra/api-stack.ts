import { CfnOutput, Fn, Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { BASE_URL_VARIABLE } from "../contract/functions.ts";
import type { Route } from "../contract/route.ts";
import { Distribution } from "./distribution.ts";
import { Firewall } from "./firewall.ts";
import { RestApi } from "./rest-api.ts";
import type { ServiceResources } from "./service-resources.ts";
import { isWaiting, type StageConfig } from "./stage-config.ts";

export interface ApiStackProps extends StackProps {
  readonly config: StageConfig;
  readonly routes: readonly Route[];
  readonly resources: ServiceResources;
}

/**
 * The REST API, its firewall, and the CloudFront distribution.
 *
 * `PUBLIC_BASE_URL` is the stage's domain or, without one, the address that CloudFront assigns. Then functions
 * depend on the distribution, and the distribution on the API. To avoid a cycle, the API names its functions instead
 * of referring to them.
 */
export class ApiStack extends Stack {
  readonly api: RestApi;
  readonly distribution: Distribution;
  readonly publicBaseUrl: string;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    const { config, routes, resources, ...stackProps } = props;
    super(scope, id, { ...stackProps, suppressTemplateIndentation: true });
    this.api = new RestApi(this, "Rest", { config, routes });
    const [sent, ...accepted] = originSecrets(config, resources);
    const originSecretsInUse = [sent, ...accepted] as const;
    // A closed API answers 429 to everyone, and a firewall costs the most of what an idle stage costs.
    const firewall = isWaiting(config)
      ? null
      : new Firewall(this, "Firewall", {
          config,
          api: this.api,
          originSecrets: originSecretsInUse,
        });
    this.distribution = new Distribution(this, "Edge", {
      config,
      api: this.api,
      originSecret: sent,
    });
    // The firewall must accept a new secret before CloudFront sends it.
    if (firewall !== null) this.distribution.resource.addResourceDependency(firewall.acl);
    const { attrDomainName } = this.distribution.resource;
    this.publicBaseUrl = `https://${config.domain?.name ?? attrDomainName}`;
    // Also with a domain: CloudFormation refuses to remove an export that the functions still import.
    this.exportValue(attrDomainName);

    this.api.stage.variables = { [BASE_URL_VARIABLE]: this.publicBaseUrl };
    new CfnOutput(this, "BaseUrl", { value: this.publicBaseUrl });
    // Only this stack knows the table in use: after a restore it is not that of the data stack.
    new CfnOutput(this, "TableName", { value: resources.table.ref });
    new CfnOutput(this, "RestApiId", { value: this.api.api.ref });
    new CfnOutput(this, "SiteBucket", { value: this.distribution.site.bucketName });
    new CfnOutput(this, "DistributionId", { value: this.distribution.resource.ref });
    new CfnOutput(this, "DistributionDomain", { value: attrDomainName });
  }
}

/** CloudFormation resolves these references during deployment, so no template contains the value. */
function originSecrets(
  { originSecretVersions }: StageConfig,
  { secrets }: ServiceResources,
): readonly [string, ...string[]] {
  const read = (version: string) =>
    Fn.join("", [
      "{{resolve:secretsmanager:",
      secrets["cloudfront-origin"].ref,
      `:SecretString:value${version}}}`,
    ]);
  const [first, ...others] = originSecretVersions.map((version) => read(`::${version}`));
  return first === undefined ? [read("")] : [first, ...others];
}
