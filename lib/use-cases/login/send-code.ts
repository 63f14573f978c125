import { hashLoginCode } from "../../cloud/secret-box.ts";
import { type SendSms, SMS_GATEWAYS, SmsError, smsParts } from "../../cloud/sms.ts";
import { ServiceError } from "../../domain/errors.ts";
import {
  nextSend,
  OTP_LIFETIME_MS,
  OTP_RANDOM_BYTES,
  otpCode,
  resendWaitMs,
} from "../../domain/tokens.ts";
import { siteOf } from "../../pipeline/client-address.ts";
import { now, randomBytes, sns, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { errorFields, log, putMetric } from "../../pipeline/log.ts";
import { countOrRefuse, tooMany } from "../../pipeline/rate-limit.ts";
import { getLoginCode, replaceLoginCode } from "../../store/login-codes.ts";
import { countSms, type SmsPurpose } from "../../store/operations.ts";
import { peekRate, type RatePolicy, type RateState } from "../../store/rate-limits.ts";
import { isServed, type Phone } from "./phone.ts";
import { readPepper, readSmsSecret } from "./session.ts";

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

export interface CodeSent {
  readonly expiresInSeconds: number;
  readonly resendInSeconds: number;
}

/**
 * Sends a login code. Does not check whether a user has the phone, so that the answer doesn't reveal it. A country that is
 * not served gets the same response and no SMS.
 *
 * @throws ServiceError `rate_limited`, or `service_unavailable` if the SMS gateway fails
 */
export async function sendLoginCode(phone: Phone, now: number): Promise<CodeSent> {
  const { otpPerPhonePerDay } = environment().config;
  const before = await getLoginCode(table(), phone.number);
  const next = nextSend(before, now, otpPerPhonePerDay);
  if ("waitMs" in next) {
    throw next.reason === "day"
      ? tooManyCodes(otpPerPhonePerDay, next.waitMs)
      : tooSoon(next.waitMs);
  }
  await requireCodeOfCountry(phone.callingCode, now);
  const code = otpCode(randomBytes(OTP_RANDOM_BYTES));
  const codeHash = hashLoginCode(await readPepper(), phone.number, code);
  const expiresAt = now + OTP_LIFETIME_MS;
  const stored = await replaceLoginCode(table(), phone.number, before, {
    ...next,
    codeHash,
    expiresAt,
  });
  if (!stored) throw tooSoon(resendWaitMs(next.sends));
  // Only the code that is sent counts: of concurrent requests for one phone, one gets here.
  await limitCodesOfCountry(phone, now);
  if (isServed(phone)) await send(phone.number, messageOf(code));
  return {
    expiresInSeconds: OTP_LIFETIME_MS / 1000,
    resendInSeconds: resendWaitMs(next.sends) / 1000,
  };
}

/** The configured SMS gateway. Counts what it accepts, for the operator. */
export function smsSender(purpose: SmsPurpose): SendSms {
  const send = SMS_GATEWAYS[environment().config.smsSender]({
    sns,
    secret: readSmsSecret,
    fetch,
    print: (line) => process.stderr.write(`${line}\n`),
  });
  return async (to, text) => {
    await send(to, text);
    try {
      await countSms(table(), purpose, smsParts(text), now());
    } catch (error) {
      // It was sent: the count is not worth another one.
      log("error", "sms not counted", errorFields(error));
    }
  };
}

async function send(to: string, text: string): Promise<void> {
  try {
    await smsSender("login")(to, text);
  } catch (error) {
    log("error", "sms not sent", {
      code: error instanceof SmsError ? "sms_refused" : "sms_failed",
      ...errorFields(error),
    });
    throw new ServiceError("service_unavailable", "The SMS could not be sent. Try again later.", {
      retryAfterSeconds: 60,
    });
  }
}

/** The last line restricts automatic filling to our page (WebOTP). */
function messageOf(code: string): string {
  const { host } = new URL(environment().publicBaseUrl);
  return `${code} is your login code. It expires in 5 minutes. Do not share it.\n\n@${host} #${code}`;
}

function tooSoon(waitMs: number): ServiceError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new ServiceError("rate_limited", `Another code can be sent in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}
