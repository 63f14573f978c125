import { telegramSettings as operation } from "../../lib/contract/routes/auth.ts";
import { callerAddress } from "../../lib/runtime/caller-address.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { limitLogins } from "../../lib/runtime/login/limits.ts";
import { issueNonce, telegramSettings } from "../../lib/runtime/login/prove-telegram.ts";

export const handler = endpoint(operation, async (request) => {
  const { clientId, issuer } = telegramSettings();
  await limitLogins(await callerAddress(request), request.now);
  const nonce = await issueNonce(request.now);
  return reply(200, { client_id: clientId, issuer, nonce });
});
