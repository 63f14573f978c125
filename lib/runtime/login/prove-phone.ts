import { hashLoginCode, isSameHash } from "../../cloud/otp-hash.ts";
import type { ProvenLogin } from "../../domain/user.ts";
import { consumeLoginCode, takeTry } from "../../store/login-codes.ts";
import { table } from "../deps.ts";
import { forgetCodesOfPhone } from "./limits.ts";
import { readPepper } from "./login-secrets.ts";
import { readPhone } from "./phone.ts";

/**
 * Uses up a login code. Null for a wrong, used, overwritten or expired one, for the sixth try, and where
 * none was sent: all alike.
 *
 * @throws ServiceError `invalid_request` for what can be no number
 */
export async function provePhone(
  text: string,
  code: string,
  now: number,
): Promise<Extract<ProvenLogin, { kind: "phone" }> | null> {
  const phone = readPhone(text).number;
  const [pepper, stored] = await Promise.all([readPepper(), takeTry(table(), phone, now)]);
  const given = hashLoginCode(pepper, phone, code);
  if (!isSameHash(given, stored ?? NO_HASH) || stored === null) return null;
  if (!(await consumeLoginCode(table(), phone, stored))) return null;
  await forgetCodesOfPhone(phone);
  return { kind: "phone", phone };
}

/** Compared with where there is nothing to compare with, so that it takes as long. */
const NO_HASH = "0".repeat(64);
