import { hashLoginCode } from "../../cloud/otp-hash.ts";
import { type SendSms, SMS_GATEWAYS, SmsError } from "../../cloud/sms.ts";
import { ServiceError } from "../../domain/errors.ts";
import {
  nextSend,
  OTP_LIFETIME_MS,
  OTP_RANDOM_BYTES,
  otpCode,
  resendWaitMs,
} from "../../domain/otp.ts";
import { randomBytes, sns, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { getLoginCode, replaceLoginCode } from "../../store/login-codes.ts";
import { limitCodesOfCountry, requireCodeOfCountry, tooManyCodes } from "./limits.ts";
import { readPepper, readSmsSecret } from "./login-secrets.ts";
import { isServed, type Phone } from "./phone.ts";

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

/** The configured SMS gateway. */
export function smsSender(): SendSms {
  return SMS_GATEWAYS[environment().config.smsSender]({
    sns,
    secret: readSmsSecret,
    fetch,
    print: (line) => process.stderr.write(`${line}\n`),
  });
}

async function send(to: string, text: string): Promise<void> {
  try {
    await smsSender()(to, text);
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
