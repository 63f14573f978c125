import { hashLoginCode, isSameSecret } from "../../cloud/otp-hash.ts";
import type { ProvenLogin } from "../../domain/user.ts";
import { table } from "../../pipeline/deps.ts";
import { consumeLoginCode, takeTry } from "../../store/login-codes.ts";
import { readPepper } from "./login-secrets.ts";
import { readPhone } from "./phone.ts";

/**
 * Uses up a login code. Null for a wrong, used, replaced or expired code, for the sixth try, and if no code was
 * sent; callers can't tell which.
 *
 * @throws ServiceError `invalid_request` for an invalid phone number
 */
export async function provePhone(
  text: string,
  code: string,
  now: number,
): Promise<Extract<ProvenLogin, { kind: "phone" }> | null> {
  const phone = readPhone(text).number;
  const [pepper, stored] = await Promise.all([readPepper(), takeTry(table(), phone, now)]);
  const given = hashLoginCode(pepper, phone, code);
  if (!isSameSecret(given, stored ?? NO_HASH) || stored === null) return null;
  // Its counts of codes go with it: a successful login starts them over.
  if (!(await consumeLoginCode(table(), phone, stored))) return null;
  return { kind: "phone", phone };
}

/** Compared if there is no code, so that it takes the same time. */
const NO_HASH = "0".repeat(64);
