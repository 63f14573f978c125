import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { hashLoginCode, isSameSecret } from "../../cloud/secret-box.ts";
import { invalidField } from "../../domain/errors.ts";
import type { ProvenLogin } from "../../domain/user.ts";
import { table } from "../../pipeline/deps.ts";
import { EnvironmentError, environment } from "../../pipeline/environment.ts";
import { once } from "../../pipeline/once.ts";
import { consumeLoginCode, takeTry } from "../../store/login-codes.ts";
import { readPepper } from "./session.ts";

/** The deployment has checked it; with an unknown country, the library would reject every number in local form. */
const localCountry = once((): CountryCode => {
  const { phoneRegion } = environment();
  if (isSupportedCountry(phoneRegion)) return phoneRegion;
  throw new EnvironmentError(
    `The environment is not usable. PHONE_REGION: ${phoneRegion} is not a known country`,
  );
});

/** A valid phone number. */
export interface Phone {
  /** E.164. */
  readonly number: string;
  /** ISO 3166-1 alpha-2; null for a number of no country. */
  readonly country: string | null;
  /** E.g. `251`. */
  readonly callingCode: string;
}

/**
 * Parses a number in a local form of `PHONE_REGION` or in international form.
 *
 * @throws ServiceError `invalid_request` for an invalid number
 * @throws EnvironmentError
 */
export function readPhone(text: string): Phone {
  const phone = phoneIn(text);
  if (phone === null) throw invalidField("phone", "is not a phone number");
  return phone;
}

/** As `readPhone`; null for a text that is no valid phone number. */
export function phoneIn(text: string): Phone | null {
  const parsed = parsePhoneNumberFromString(text, {
    defaultCountry: localCountry(),
    extract: false,
  });
  if (!parsed?.isValid() || parsed.ext) return null;
  return {
    number: parsed.number,
    country: parsed.country ?? null,
    callingCode: parsed.countryCallingCode,
  };
}

/** Whether login codes are sent to the number's country. */
export function isServed(phone: Phone): boolean {
  const { smsCountries } = environment().config;
  const countries: readonly string[] = smsCountries.length > 0 ? smsCountries : [localCountry()];
  return phone.country !== null && countries.includes(phone.country);
}

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
