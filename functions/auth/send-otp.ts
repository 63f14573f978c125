import { sendOtp } from "../../lib/contract/routes/auth.ts";
import { callerAddress } from "../../lib/pipeline/caller-address.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { sendLoginCode } from "../../lib/use-cases/login/send-code.ts";

export const handler = endpoint(sendOtp, async (request) => {
  const address = await callerAddress(request);
  const sent = await sendLoginCode(request.body.phone, address, request.now);
  return reply(202, { expires_in: sent.expiresInSeconds, resend_in: sent.resendInSeconds });
});
