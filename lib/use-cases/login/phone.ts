import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { invalidField } from "../../domain/errors.ts";
import { environment } from "../../pipeline/environment.ts";

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
 */
export function readPhone(text: string): Phone {
  const { phoneRegion } = environment();
  const parsed = parsePhoneNumberFromString(text, {
    defaultCountry: phoneRegion as "ET",
    extract: false,
  });
  if (!parsed?.isValid() || parsed.ext) {
    throw invalidField("phone", "is not a phone number");
  }
  return {
    number: parsed.number,
    country: parsed.country ?? null,
    callingCode: parsed.countryCallingCode,
  };
}

/** Whether login codes are sent to the number's country. */
export function isServed(phone: Phone): boolean {
  const { config, phoneRegion } = environment();
  const countries = config.smsCountries.length > 0 ? config.smsCountries : [phoneRegion];
  return phone.country !== null && countries.includes(phone.country);
}
