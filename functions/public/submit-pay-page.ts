import { submitPayPage } from "../../lib/contract/routes/public-pages.ts";
import { callerAddress } from "../../lib/runtime/caller-address.ts";
import { loadByToken } from "../../lib/runtime/checkouts/load.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { readTyped } from "../../lib/runtime/pay-page/doubt.ts";
import { pageReply } from "../../lib/runtime/pay-page/page-reply.ts";
import { renderPayPage } from "../../lib/runtime/pay-page/render-pay-page.ts";
import { outcomePath } from "../../lib/runtime/pay-page/standing-page.ts";
import { submitProblem } from "../../lib/runtime/pay-page/submit-problem.ts";
import { chooseLanguage } from "../../lib/runtime/pay-page/texts/texts.ts";
import { verifyBodyOf } from "../../lib/runtime/pay-page/verify-body.ts";
import { limitVerification } from "../../lib/runtime/rate-limit.ts";
import { submitReference } from "../../lib/runtime/verification/submit.ts";

export const handler = endpoint(
  submitPayPage,
  async (request) => {
    const { params, query, body, headers: sent, now } = request;
    const checkout = await loadByToken(params.token);
    const wish = body.lang ?? query.lang;
    const language = chooseLanguage(wish, checkout.locale, sent["accept-language"]);
    const read = await readTyped(checkout, body, now);
    if ("doubt" in read) {
      return pageReply(renderPayPage({ checkout, ...read.doubt, language, now }));
    }
    const verify = verifyBodyOf(body, read.provider);
    const headers = await limitVerification(await callerAddress(request), checkout.id, now);
    const { attempt } = await submitReference({ checkout, body: verify, now });
    const location = outcomePath(checkout, attempt, language);
    return reply(303, null, { headers: { ...headers, location } });
  },
  submitProblem,
);
