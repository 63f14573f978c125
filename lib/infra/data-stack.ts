import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { CfnTable } from "aws-cdk-lib/aws-dynamodb";
import type { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import type { SecretName } from "../contract/access.ts";
import { pascalCase } from "./names.ts";
import { secrets } from "./secrets.ts";
import type { StageConfig } from "./stage-config.ts";
import { encryptionKey, table } from "./table.ts";

/** The data that must survive: the table, the secrets, and the key of both. */
export class DataStack extends Stack {
  readonly table: CfnTable;
  readonly secrets: Readonly<Record<SecretName, CfnSecret>>;

  constructor(scope: Construct, id: string, props: StackProps & { readonly config: StageConfig }) {
    const { config, ...stackProps } = props;
    super(scope, id, { ...stackProps, terminationProtection: config.protectData });
    const key = encryptionKey(this, config.protectData);
    this.secrets = secrets(this, key, config.protectData);
    this.table = table(this, key, config);
    // The table comes last: deletion protection would block a rollback that started after it.
    for (const secret of Object.values(this.secrets)) this.table.addResourceDependency(secret);
    this.pinExports();
    new CfnOutput(this, "KeyArn", { value: key.keyArn });
    // CloudFormation chooses their names; the procedures in docs/ need them.
    for (const [name, secret] of Object.entries(this.secrets)) {
      new CfnOutput(this, `${pascalCase(name)}SecretArn`, { value: secret.ref });
    }
  }

  /**
   * Exports everything that another stack may use, even if none does. By itself the CDK exports only what
   * is in use, and CloudFormation refuses to remove an export that another stack still imports.
   */
  private pinExports(): void {
    const { table } = this;
    const values = [table.ref, table.attrArn, table.attrStreamArn];
    for (const secret of Object.values(this.secrets)) values.push(secret.ref);
    for (const value of values) this.exportValue(value);
  }
}
