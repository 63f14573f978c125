import { showPayPage } from "../../lib/contract/routes/public-pages.ts";
import { currentPage } from "../../lib/pages/pay-page/current-page.ts";
import { pageReply } from "../../lib/pages/pay-page/document.ts";
import { payPageTag, renderPayPage } from "../../lib/pages/pay-page/render-pay-page.ts";
import { payPageProblem } from "../../lib/pages/pay-page/submit-problem.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { loadByToken } from "../../lib/use-cases/checkouts/load.ts";

export const handler = endpoint(
  showPayPage,
  async ({ params, query, headers, now }) => {
    const checkout = await loadByToken(params.token);
    const { cookie, "accept-language": acceptLanguage } = headers;
    const page = await currentPage(checkout, { ...query, cookie, acceptLanguage }, now);
    if (headers["if-none-match"] === payPageTag(page)) return reply(304, null);
    return pageReply(renderPayPage(page));
  },
  payPageProblem,
);
