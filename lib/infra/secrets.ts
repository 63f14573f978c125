import { CfnDeletionPolicy } from "aws-cdk-lib";
import type { IKey } from "aws-cdk-lib/aws-kms";
import { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import type { SecretName } from "../contract/access.ts";
import { pascalCase } from "./names.ts";

/** Where the first value comes from. Later ones are put by rotation or by the operator, never by a
 * deployment: CloudFormation touches a value only when these lines change. */
type FirstValue =
  | { readonly kind: "random"; readonly length: number }
  /** JSON in which `key` is random and the rest is fixed. */
  | {
      readonly kind: "keyring";
      readonly fixed: object;
      readonly key: string;
      readonly length: number;
    }
  /** Filled in by the operator (`providers`, `sms-sender`) or at the first rotation (`signing-key`). */
  | { readonly kind: "empty" };

const SECRETS: Readonly<
  Record<SecretName, { readonly about: string; readonly first: FirstValue }>
> = {
  "webhook-encryption-key": {
    about: "Encrypts the signing secrets of webhook endpoints at rest",
    first: { kind: "random", length: 64 },
  },
  "otp-pepper": { about: "Keys the HMAC of login codes", first: { kind: "random", length: 64 } },
  "signing-key": { about: "Private keys of the access tokens", first: { kind: "empty" } },
  "cloudfront-origin": {
    about: "Header by which the API knows our distribution",
    first: { kind: "random", length: 48 },
  },
  providers: { about: "Credentials at the banks, as JSON", first: { kind: "empty" } },
  "sms-sender": { about: "Credentials of the SMS gateway, as JSON", first: { kind: "empty" } },
};

export function secrets(
  scope: Construct,
  key: IKey,
  protect: boolean,
): Readonly<Record<SecretName, CfnSecret>> {
  const names = Object.keys(SECRETS) as SecretName[];
  const made = names.map((name) => {
    const { about, first } = SECRETS[name];
    const secret = new CfnSecret(scope, `Secret${pascalCase(name)}`, {
      description: about,
      kmsKeyId: key.keyArn,
      ...(first.kind === "empty"
        ? { secretString: "{}" }
        : {
            generateSecretString: {
              passwordLength: first.length,
              excludePunctuation: true,
              requireEachIncludedType: true,
              ...(first.kind === "keyring"
                ? {
                    secretStringTemplate: JSON.stringify(first.fixed),
                    generateStringKey: first.key,
                  }
                : {}),
            },
          }),
    });
    // Without them sealed webhook secrets and running sessions are lost, so they outlive the stack too.
    const policy = protect ? CfnDeletionPolicy.RETAIN : CfnDeletionPolicy.DELETE;
    secret.cfnOptions.deletionPolicy = policy;
    secret.cfnOptions.updateReplacePolicy = policy;
    secret.addMetadata("checkout:secret", name);
    return [name, secret] as const;
  });
  return Object.fromEntries(made) as Record<SecretName, CfnSecret>;
}
