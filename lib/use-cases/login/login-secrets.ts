import {
  otpPepper,
  type SmsSenderSecret,
  type StoredSigningKey,
  signingKeys,
  smsSenderSecret,
} from "../../contract/login-secrets.ts";
import { ServiceError } from "../../domain/errors.ts";
import { signingKeyAt } from "../../domain/signing-rotation.ts";
import { secrets } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";

/** Reads the key of the HMAC of login codes. */
export async function readPepper(): Promise<string> {
  return (await readPeppers()).value;
}

/** Reads the key of the HMAC of phones that had sign-up credits. It outlives the one of login codes. */
export async function readMarkPepper(): Promise<string> {
  const { value, marks = value } = await readPeppers();
  return marks;
}

function readPeppers() {
  return secrets().read(variableOf("SECRET", "otp-pepper"), otpPepper);
}

export function readSmsSecret(): Promise<SmsSenderSecret> {
  return secrets().read(variableOf("SECRET", "sms-sender"), smsSenderSecret);
}

/** After a leak, the authorizer refuses what a container signs with a key that it still has in its cache. */
const SIGNING_KEY_CACHE_MS = 60_000;

/**
 * The key that signs access tokens at `at` (ms).
 *
 * @throws ServiceError `service_unavailable` before the first key exists
 */
export async function readSigningKey(at: number): Promise<StoredSigningKey> {
  const id = variableOf("SECRET", "signing-key");
  const { keys } = await secrets().read(id, signingKeys, SIGNING_KEY_CACHE_MS);
  const key = signingKeyAt(keys, at);
  if (key) return key;
  secrets().forget(id);
  throw new ServiceError("service_unavailable", "Login is being set up; try again shortly.", {
    retryAfterSeconds: 30,
  });
}
