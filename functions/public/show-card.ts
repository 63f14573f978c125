import { showCard } from "../../lib/contract/routes/public-links.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { renderCard } from "../../lib/pages/pay-page/card-page.ts";
import { pageReply } from "../../lib/pages/pay-page/document.ts";
import { payPageProblem } from "../../lib/pages/pay-page/submit-problem.ts";
import { readerLanguage } from "../../lib/pages/pay-page/texts/texts.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { readOpenShop } from "../../lib/use-cases/checkouts/load.ts";
import { loadShortTarget } from "../../lib/use-cases/checkouts/payment-link.ts";

export const handler = endpoint(
  showCard,
  async ({ params, query, headers, now }) => {
    const target = await loadShortTarget(params.code, now);
    if (target.kind !== "link") throw notFound("link");
    const { link } = target;
    const shop = await readOpenShop(link.accountId, link.appId);
    if (shop === null) throw notFound("link");
    const language = await readerLanguage(query.lang, null, headers["accept-language"]);
    return pageReply(await renderCard(link, shop.app, language));
  },
  payPageProblem,
);
