// Secrets Manager: values are made at the first start as the template says, and kept in one file that
// only its owner may read.

import { randomInt, randomUUID } from "node:crypto";
import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";
import type { DeployedSecret, GenerateSecret } from "../assembly/deployment.ts";
import { type AwsCall, AwsError, type AwsService, jsonAnswer } from "./service.ts";

type Stored = { readonly value: string; readonly version: string; readonly changedAt: number };
const stored = z.record(
  z.string(),
  z.object({ value: z.string(), version: z.string(), changedAt: z.number() }),
);
const request = z.looseObject({ SecretId: z.string(), SecretString: z.string().optional() });
const OPERATIONS = new Set(["GetSecretValue", "PutSecretValue", "DescribeSecret"]);

/** `file` keeps the values; null: memory only. `now` in ms, on the moved clock. */
export function createSecretsService(
  secrets: readonly DeployedSecret[],
  file: string | null,
  now: () => number,
): AwsService {
  const values = new Map<string, Stored>(Object.entries(file === null ? {} : load(file)));
  const save = () => {
    if (file === null) return;
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(values), null, 2), {
      mode: 0o600,
    });
    chmodSync(`${file}.new`, 0o600);
    renameSync(`${file}.new`, file);
  };
  for (const secret of secrets) {
    if (values.has(secret.name)) continue;
    const value = secret.value ?? (secret.generate === null ? "" : generate(secret.generate));
    values.set(secret.name, { value, version: randomUUID(), changedAt: now() });
  }
  save();

  const find = (call: AwsCall): DeployedSecret => {
    const { SecretId } = request.parse(call.input);
    const found = secrets.find(
      ({ arn, name }) => arn === SecretId || name === SecretId || arn.startsWith(`${SecretId}-`),
    );
    if (found === undefined) {
      throw new AwsError(
        400,
        "ResourceNotFoundException",
        "Secrets Manager can't find the specified secret.",
      );
    }
    return found;
  };
  return {
    scope: "secretsmanager",
    deniedCode: "AccessDeniedException",
    demands(call) {
      if (!OPERATIONS.has(call.operation)) {
        throw new AwsError(
          400,
          "UnsupportedOperation",
          `secretsmanager:${call.operation} is not supported by the local stack`,
        );
      }
      return [{ action: `secretsmanager:${call.operation}`, resource: find(call).arn }];
    },
    async handle(call) {
      const { arn, name } = find(call);
      const { SecretString } = request.parse(call.input);
      if (call.operation === "PutSecretValue") {
        if (SecretString === undefined)
          throw new AwsError(400, "InvalidParameterException", "SecretString is missing.");
        values.set(name, { value: SecretString, version: randomUUID(), changedAt: now() });
        save();
      }
      const current = values.get(name);
      const common = {
        ARN: arn,
        Name: name,
        VersionId: current?.version,
        VersionStages: ["AWSCURRENT"],
      };
      if (call.operation === "GetSecretValue") {
        return jsonAnswer({
          ...common,
          SecretString: current?.value,
          CreatedDate: (current?.changedAt ?? 0) / 1000,
        });
      }
      return jsonAnswer(common);
    },
  };
}

/** As `GenerateSecretString`: at least one of each class that is not excluded. */
export function generate(options: GenerateSecret): string {
  const classes = [
    options.ExcludeLowercase ? "" : "abcdefghijklmnopqrstuvwxyz",
    options.ExcludeUppercase ? "" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    options.ExcludeNumbers ? "" : "0123456789",
    options.ExcludePunctuation ? "" : "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
  ]
    .map((letters) => [...letters].filter((letter) => !options.ExcludeCharacters.includes(letter)))
    .filter((letters) => letters.length > 0);
  const all = classes.flat();
  const pick = (letters: readonly string[]) => letters[randomInt(letters.length)] ?? "";
  const letters = Array.from({ length: options.PasswordLength }, (_, index) =>
    pick(classes[index] ?? all),
  );
  for (let index = letters.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1);
    [letters[index], letters[other]] = [letters[other] ?? "", letters[index] ?? ""];
  }
  const password = letters.join("");
  if (options.GenerateStringKey === undefined) return password;
  return JSON.stringify({
    ...JSON.parse(options.SecretStringTemplate ?? "{}"),
    [options.GenerateStringKey]: password,
  });
}

function load(file: string): Record<string, Stored> {
  try {
    return stored.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw new Error(`${file} cannot be read: ${String(error)}`);
  }
}
