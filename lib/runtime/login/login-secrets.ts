import { type SecretReader, secretReader } from "../../cloud/secrets.ts";
import {
  otpPepper,
  type SmsSenderSecret,
  type StoredSigningKey,
  signingKeys,
  smsSenderSecret,
} from "../../contract/login-secrets.ts";
import { ServiceError } from "../../domain/errors.ts";
import { signingKeyAt } from "../../domain/signing-rotation.ts";
import { now, secretsManager } from "../deps.ts";
import { variableOf } from "../environment.ts";

let shared: SecretReader | undefined;

function reader(): SecretReader {
  shared ??= secretReader(secretsManager(), now);
  return shared;
}

/** Keys the HMAC of login codes. */
export async function readPepper(): Promise<string> {
  return (await reader().read(variableOf("SECRET", "otp-pepper"), otpPepper)).value;
}

export function readSmsSecret(): Promise<SmsSenderSecret> {
  return reader().read(variableOf("SECRET", "sms-sender"), smsSenderSecret);
}

/**
 * The key that signs access tokens at `at` (ms).
 *
 * @throws ServiceError `service_unavailable` before the first key was made
 */
export async function readSigningKey(at: number): Promise<StoredSigningKey> {
  const id = variableOf("SECRET", "signing-key");
  const { keys } = await reader().read(id, signingKeys);
  const key = signingKeyAt(keys, at);
  if (key) return key;
  reader().forget(id);
  throw new ServiceError("service_unavailable", "Login is being set up; try again shortly.", {
    retryAfterSeconds: 30,
  });
}
