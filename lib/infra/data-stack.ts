import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { CfnTable } from "aws-cdk-lib/aws-dynamodb";
import type { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import type { SecretName } from "../contract/access.ts";
import { encryptionKey } from "./encryption-key.ts";
import { pascalCase } from "./names.ts";
import { secrets } from "./secrets.ts";
import type { StageConfig } from "./stage-config.ts";
import { table } from "./table.ts";

/** What must survive: the table, the secrets, and the key of both. */
export class DataStack extends Stack {
  readonly table: CfnTable;
  readonly secrets: Readonly<Record<SecretName, CfnSecret>>;

  constructor(scope: Construct, id: string, props: StackProps & { readonly config: StageConfig }) {
    const { config, ...stackProps } = props;
    super(scope, id, { ...stackProps, terminationProtection: config.protectData });
    const key = encryptionKey(this, config.protectData);
    this.table = table(this, key, config.protectData);
    this.secrets = secrets(this, key, config.protectData);
    new CfnOutput(this, "TableName", { value: this.table.ref });
    new CfnOutput(this, "KeyArn", { value: key.keyArn });
    for (const name of ["sms-sender", "providers"] as const) {
      new CfnOutput(this, `FirstStep${pascalCase(name)}`, {
        description: "Fill in this secret before the first login",
        value: this.secrets[name].ref,
      });
    }
  }
}
