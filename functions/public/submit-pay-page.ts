import { submitPayPage } from "../../lib/contract/routes/public-pages.ts";
import { checkInput } from "../../lib/pages/pay-page/check-input.ts";
import { draftCookie, noDraftCookie } from "../../lib/pages/pay-page/cookies.ts";
import { outcomePath, problemPath } from "../../lib/pages/pay-page/current-page.ts";
import { isLate } from "../../lib/pages/pay-page/form.ts";
import { payerDetailsOf } from "../../lib/pages/pay-page/payer-details.ts";
import { payPagePath } from "../../lib/pages/pay-page/render-pay-page.ts";
import { submitProblem } from "../../lib/pages/pay-page/submit-problem.ts";
import { chooseLanguage } from "../../lib/pages/pay-page/texts/texts.ts";
import { callerAddress } from "../../lib/pipeline/caller-address.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { limitVerification } from "../../lib/pipeline/rate-limit.ts";
import { completeLookup } from "../../lib/use-cases/banks/recognize.ts";
import { loadByToken } from "../../lib/use-cases/checkouts/load.ts";
import { submitReference } from "../../lib/use-cases/verification/submit.ts";

export const handler = endpoint(
  submitPayPage,
  async (request) => {
    const { params, query, body, headers: sent, now } = request;
    const checkout = await loadByToken(params.token);
    const chosen = body.lang ?? query.lang;
    const language = chooseLanguage(chosen, checkout.locale, sent["accept-language"]);
    const path = payPagePath(checkout.token);
    const checked = await checkInput(checkout, body, now);
    if ("question" in checked) {
      const location = problemPath(checkout, checked.question.situation, language);
      const draft = { ...body, late: isLate(checkout, body.input) };
      return reply(303, null, { headers: { location }, cookies: [draftCookie(path, draft)] });
    }
    const details = payerDetailsOf(body);
    const limits = await limitVerification(await callerAddress(request), checkout, now);
    const lookup = await completeLookup(checkout, checked.lookup, details);
    const payerPhone = details.payer_phone ?? null;
    const { attempt } = await submitReference({ checkout, lookup, payerPhone });
    const location = outcomePath(checkout, attempt, language);
    return reply(303, null, { headers: { ...limits, location }, cookies: [noDraftCookie(path)] });
  },
  submitProblem,
);
