import type { ServiceError } from "../../domain/errors.ts";
import { siteOf } from "../../pipeline/client-address.ts";
import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { putMetric } from "../../pipeline/metrics.ts";
import { countOrRefuse, tooMany } from "../../pipeline/rate-limit.ts";
import { peekRate, type RatePolicy, type RateState } from "../../store/rate-limits.ts";
import { isServed, type Phone } from "./phone.ts";

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** Login attempts per address: far more than people need, far fewer than bots. */
const LOGINS_PER_ADDRESS: RatePolicy = { name: "login-address", limit: 300, windowSeconds: 600 };

/**
 * Codes per IPv6 /48, as a multiple of an address's: anyone can have a /48 for free, which holds 65,536 networks that
 * count as addresses of their own.
 */
const SITE_FACTOR = 4;

/** Counts a requested code against its address. @throws ServiceError `rate_limited` */
export async function limitCodesOfAddress(address: string, now: number): Promise<RateState> {
  const { otpPerAddressPerHour: limit } = environment().config;
  const hour = { windowSeconds: HOUR_SECONDS };
  const state = await countOrRefuse({ name: "otp-address", limit, ...hour }, address, now);
  const site = siteOf(address);
  if (site !== null)
    await countOrRefuse({ name: "otp-site", limit: SITE_FACTOR * limit, ...hour }, site, now);
  return state;
}

/**
 * Counts a code against its country. The one that uses up half of a day's codes raises an alarm, while people can still
 * log in.
 *
 * @throws ServiceError `rate_limited`
 */
export async function limitCodesOfCountry(phone: Phone, now: number): Promise<void> {
  const { remaining, policy } = await countOrRefuse(perCountry(), phone.callingCode, now);
  const isHalf = remaining === Math.floor(policy.limit / 2);
  if (isHalf && isServed(phone)) putMetric("LoginCodesScarce", 1);
}

/**
 * Checks that a country has a code left, without counting one: a refusal must not cost a phone its last code.
 *
 * @throws ServiceError `rate_limited`
 */
export async function requireCodeOfCountry(callingCode: string, now: number): Promise<void> {
  const state = await peekRate(table(), perCountry(), callingCode, now);
  if (!state.allowed) throw tooMany([state]);
}

function perCountry(): RatePolicy {
  const { otpPerCountryPerDay: limit } = environment().config;
  return { name: "otp-country", limit, windowSeconds: DAY_SECONDS };
}

/** The refusal for a phone that has used up its codes of a day; its count is kept with its last code. */
export function tooManyCodes(limit: number, waitMs: number): ServiceError {
  const policy: RatePolicy = { name: "otp-phone", limit, windowSeconds: DAY_SECONDS };
  const resetSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  return tooMany([{ policy, allowed: false, remaining: 0, resetSeconds }]);
}

/** Counts a login attempt against its address. @throws ServiceError `rate_limited` */
export async function limitLogins(address: string, now: number): Promise<RateState> {
  return countOrRefuse(LOGINS_PER_ADDRESS, address, now);
}
