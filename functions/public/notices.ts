import * as routes from "../../lib/contract/routes/public-notices.ts";
import { ethiopianPhoneDigits } from "../../lib/domain/account-number.ts";
import { outcomePath, submitProblem } from "../../lib/pages/pay-page/current-page.ts";
import { withQuery } from "../../lib/pages/pay-page/gateway-path.ts";
import { payPagePath } from "../../lib/pages/pay-page/render-pay-page.ts";
import { chooseLanguage } from "../../lib/pages/pay-page/texts/texts.ts";
import { callerAddress } from "../../lib/pipeline/caller-address.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { limitVerification, rateHeaders } from "../../lib/pipeline/rate-limit.ts";
import { setPayerPhone } from "../../lib/store/open-amounts.ts";
import { claimNotice as claim } from "../../lib/use-cases/bank-notices/claim-notice.ts";
import { receiveNotice as receive } from "../../lib/use-cases/bank-notices/receive.ts";
import { loadByToken } from "../../lib/use-cases/checkouts/load.ts";

export const claimNotice = endpoint(
  routes.claimNotice,
  async (request) => {
    const { params, body, headers, now } = request;
    const checkout = await loadByToken(params.token);
    const language = chooseLanguage(body.lang, checkout.locale, headers["accept-language"]);
    const limits = await limitVerification(await callerAddress(request), checkout, now);
    const attempt = await claim(checkout, body.last);
    const location =
      attempt === null
        ? withQuery(payPagePath(checkout.token), { lang: language })
        : outcomePath(checkout, attempt, language);
    return reply(303, null, { headers: { ...limits, location } });
  },
  submitProblem,
);

export const givePayerNumber = endpoint(
  routes.givePayerNumber,
  async (request) => {
    const { params, body, headers, now } = request;
    const checkout = await loadByToken(params.token);
    const language = chooseLanguage(body.lang, checkout.locale, headers["accept-language"]);
    const limits = await limitVerification(await callerAddress(request), checkout, now);
    const phone = ethiopianPhoneDigits(body.number);
    if (phone !== null) await setPayerPhone(table(), checkout, phone);
    const problem = phone === null ? "bad_phone" : null;
    const location = withQuery(payPagePath(checkout.token), { problem, lang: language });
    return reply(303, null, { headers: { ...limits, location } });
  },
  submitProblem,
);

export const receiveNotice = endpoint(
  routes.receiveNotice,
  async ({ params, body, headers, now }) => {
    const counted = await receive({ sourceId: params.source, body, headers, now });
    return reply(202, null, { headers: rateHeaders([counted]) });
  },
);
