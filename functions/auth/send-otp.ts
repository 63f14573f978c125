import { sendOtp } from "../../lib/contract/routes/auth.ts";
import { callerAddress } from "../../lib/pipeline/caller-address.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { withRateHeaders } from "../../lib/pipeline/rate-limit.ts";
import { readPhone } from "../../lib/use-cases/login/phone.ts";
import { limitCodesOfAddress, sendLoginCode } from "../../lib/use-cases/login/send-code.ts";

export const handler = endpoint(sendOtp, async (request) => {
  const { body, now } = request;
  const phone = readPhone(body.phone);
  // Of the address only: the limits of a phone would tell strangers whether its owner logs in.
  const counted = await limitCodesOfAddress(await callerAddress(request), now);
  return withRateHeaders(counted, async () => {
    const sent = await sendLoginCode(phone, now);
    return reply(202, { expires_in: sent.expiresInSeconds, resend_in: sent.resendInSeconds });
  });
});
