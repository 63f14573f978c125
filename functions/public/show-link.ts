import { showLink } from "../../lib/contract/routes/public-links.ts";
import { readLinkCookie } from "../../lib/pages/pay-page/cookies.ts";
import { pageReply } from "../../lib/pages/pay-page/document.ts";
import { renderLinkPage } from "../../lib/pages/pay-page/link-page.ts";
import { payPagePath } from "../../lib/pages/pay-page/render-pay-page.ts";
import { payPageProblem } from "../../lib/pages/pay-page/submit-problem.ts";
import { readerLanguage } from "../../lib/pages/pay-page/texts/texts.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { readOpenShop } from "../../lib/use-cases/checkouts/load.ts";
import { findUnfinished, loadShortTarget } from "../../lib/use-cases/checkouts/payment-link.ts";

export const handler = endpoint(
  showLink,
  async ({ params, query, headers, now }) => {
    const target = await loadShortTarget(params.code, now);
    if (target.kind === "checkout") {
      return reply(303, null, { headers: { location: payPagePath(target.token) } });
    }
    const { link } = target;
    const token = readLinkCookie(headers.cookie);
    const [shop, unfinished] = await Promise.all([
      readOpenShop(link.accountId, link.appId),
      token === null ? null : findUnfinished(link, token, now),
    ]);
    const language = await readerLanguage(query.lang, null, headers["accept-language"]);
    const { problem = null, amount: typed = "" } = query;
    const app = shop?.app ?? null;
    return pageReply(renderLinkPage({ link, app, unfinished, problem, typed, language }));
  },
  payPageProblem,
);
