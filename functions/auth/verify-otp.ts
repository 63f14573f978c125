import { verifyOtp } from "../../lib/contract/routes/auth.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import { SESSION_LIFETIME_MS } from "../../lib/domain/user.ts";
import { callerAddress } from "../../lib/pipeline/caller-address.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { withRateHeaders } from "../../lib/pipeline/rate-limit.ts";
import { provePhone } from "../../lib/use-cases/login/phone.ts";
import {
  readMarkPepper,
  readSigningKey,
  refreshCookie,
} from "../../lib/use-cases/login/refresh-token.ts";
import { limitLogins } from "../../lib/use-cases/login/send-code.ts";
import { presentSession } from "../../lib/use-cases/login/session.ts";
import { signIn } from "../../lib/use-cases/login/sign-in.ts";

export const handler = endpoint(verifyOtp, async (request) => {
  const { body, headers, now } = request;
  const counted = await limitLogins(await callerAddress(request), now);
  return withRateHeaders(counted, async () => {
    // Read before the code is used up: without a signing key, no login succeeds.
    const key = await readSigningKey(now);
    const login = await provePhone(body.phone, body.code, now);
    if (!login) throw new ServiceError("unauthenticated", "The code is wrong or has expired.");
    const pepper = await readMarkPepper();
    const { user, session, token } = await signIn(login, headers["user-agent"], now, pepper);
    return reply(200, await presentSession(user, session, key, now), {
      cookies: [refreshCookie(token, SESSION_LIFETIME_MS)],
    });
  });
});
