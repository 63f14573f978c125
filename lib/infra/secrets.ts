import type { IKey } from "aws-cdk-lib/aws-kms";
import { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { SECRET_NAMES, type SecretName } from "../contract/access.ts";

import { pascalCase } from "../contract/functions.ts";
import { keepData } from "./table.ts";

/**
 * A secret's first value: JSON, in which `GenerateSecretString` can make one field random. A deployment never changes
 * it, because CloudFormation sets a value only when these lines change. Rotation and the operator set later values.
 */
interface SecretEntry {
  readonly about: string;
  readonly fixed: object;
  readonly random?: { readonly field: string; readonly length: number };
}

/** A random text. */
const RANDOM_VALUE = { fixed: {}, random: { field: "value", length: 64 } };
/** Filled in by the operator, or by the first rotation (`signing-key`). */
const EMPTY = { fixed: {} };

const SECRETS: Readonly<Record<SecretName, SecretEntry>> = {
  "webhook-encryption-key": {
    about: "Encrypts the signing secrets of webhook endpoints at rest",
    fixed: { current: "1" },
    random: { field: "1", length: 64 },
  },
  "otp-pepper": {
    about: "Keys the HMACs of login codes and of phones that had sign-up credits",
    ...RANDOM_VALUE,
  },
  "signing-key": { about: "Private keys of the access tokens", ...EMPTY },
  "cloudfront-origin": {
    about: "Header that proves to the API that a request came through our distribution",
    ...RANDOM_VALUE,
  },
  providers: { about: "Credentials at the banks, as JSON", ...EMPTY },
  "sms-sender": { about: "Credentials of the SMS gateway, as JSON", ...EMPTY },
};

/** @param copies where their copies are kept; none if empty */
export function secrets(
  scope: Construct,
  key: IKey,
  protect: boolean,
  copies: readonly { readonly region: string; readonly kmsKeyId: string }[],
): Readonly<Record<SecretName, CfnSecret>> {
  const made = SECRET_NAMES.map((name) => {
    const { about, fixed, random } = SECRETS[name];
    const secret = new CfnSecret(scope, `Secret${pascalCase(name)}`, {
      description: about,
      kmsKeyId: key.keyArn,
      ...(copies.length > 0 ? { replicaRegions: [...copies] } : {}),
      ...(random === undefined
        ? { secretString: JSON.stringify(fixed) }
        : {
            generateSecretString: {
              secretStringTemplate: JSON.stringify(fixed),
              generateStringKey: random.field,
              passwordLength: random.length,
              excludePunctuation: true,
              requireEachIncludedType: true,
            },
          }),
    });
    // Webhook secrets and sessions cannot be decrypted without them, so they outlive the stack like the table.
    keepData(secret, protect);
    secret.addMetadata("checkout:secret", name);
    return [name, secret] as const;
  });
  return Object.fromEntries(made) as Record<SecretName, CfnSecret>;
}
