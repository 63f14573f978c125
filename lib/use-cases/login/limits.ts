import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { tooMany } from "../../pipeline/rate-limit.ts";
import { type RatePolicy, type RateState, resetRate, takeRate } from "../../store/rate-limits.ts";

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** Login attempts per address: far more than people need, far fewer than bots. */
const LOGINS_PER_ADDRESS: RatePolicy = { name: "login-address", limit: 300, windowSeconds: 600 };
const PER_PHONE = "otp-phone";

/** Counts a requested code against its address. @throws ServiceError `rate_limited` */
export async function limitCodesOfAddress(address: string, now: number): Promise<RateState> {
  const { otpPerAddressPerHour: limit } = environment().config;
  return take({ name: "otp-address", limit, windowSeconds: HOUR_SECONDS }, address, now);
}

/** Counts a code against its phone, then its country. @throws ServiceError `rate_limited` */
export async function limitCodesOfPhone(
  phone: { readonly number: string; readonly callingCode: string },
  now: number,
): Promise<void> {
  const { otpPerPhonePerDay, otpPerCountryPerDay } = environment().config;
  const day = { windowSeconds: DAY_SECONDS };
  await take({ name: PER_PHONE, limit: otpPerPhonePerDay, ...day }, phone.number, now);
  await take({ name: "otp-country", limit: otpPerCountryPerDay, ...day }, phone.callingCode, now);
}

/** Resets the daily limit of a phone after a successful login. */
export async function resetCodesOfPhone(phone: string): Promise<void> {
  await resetRate(table(), { name: PER_PHONE }, phone);
}

/** Counts a login attempt against its address. @throws ServiceError `rate_limited` */
export async function limitLogins(address: string, now: number): Promise<RateState> {
  return take(LOGINS_PER_ADDRESS, address, now);
}

async function take(policy: RatePolicy, subject: string, now: number): Promise<RateState> {
  const state = await takeRate(table(), policy, subject, now);
  if (!state.allowed) throw tooMany([state]);
  return state;
}
