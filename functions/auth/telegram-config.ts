import { telegramSettings as operation } from "../../lib/contract/routes/auth.ts";
import { callerAddress } from "../../lib/pipeline/caller-address.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { withRateHeaders } from "../../lib/pipeline/rate-limit.ts";
import { issueNonce, telegramSettings } from "../../lib/use-cases/login/prove-telegram.ts";
import { limitLogins } from "../../lib/use-cases/login/send-code.ts";

export const handler = endpoint(operation, async (request) => {
  const { clientId, issuer } = telegramSettings();
  const counted = await limitLogins(await callerAddress(request), request.now);
  return withRateHeaders(counted, async () => {
    const nonce = await issueNonce(request.now);
    return reply(200, { client_id: clientId, issuer, nonce });
  });
});
