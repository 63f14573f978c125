import { showPayPage } from "../../lib/contract/routes/public-pages.ts";
import { loadByToken } from "../../lib/runtime/checkouts/load.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { payPageProblem } from "../../lib/runtime/pay-page/page-problem.ts";
import { pageReply } from "../../lib/runtime/pay-page/page-reply.ts";
import { payPageTag, renderPayPage } from "../../lib/runtime/pay-page/render-pay-page.ts";
import { standingPage } from "../../lib/runtime/pay-page/standing-page.ts";

export const handler = endpoint(
  showPayPage,
  async ({ params, query, headers, now }) => {
    const checkout = await loadByToken(params.token);
    const wish = { ...query, acceptLanguage: headers["accept-language"] };
    const page = await standingPage(checkout, wish, now);
    if (headers["if-none-match"] === payPageTag(page)) return reply(304, null);
    return pageReply(renderPayPage(page));
  },
  payPageProblem,
);
