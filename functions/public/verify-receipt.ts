import { verifyReceipt } from "../../lib/contract/routes/public-pages.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { receiptProblem } from "../../lib/runtime/pay-page/page-problem.ts";
import { pageReply, wantsPage } from "../../lib/runtime/pay-page/page-reply.ts";
import { loadReceipt } from "../../lib/runtime/pay-page/receipt.ts";
import { renderReceipt } from "../../lib/runtime/pay-page/render-receipt.ts";
import { chooseLanguage } from "../../lib/runtime/pay-page/texts/texts.ts";

export const handler = endpoint(
  verifyReceipt,
  async ({ params, query, headers }) => {
    const { receipt, code } = await loadReceipt(params.receipt_code);
    if (!wantsPage(headers)) return reply(200, receipt, { headers: { vary: "accept" } });
    const language = chooseLanguage(query.lang, null, headers["accept-language"]);
    return pageReply(renderReceipt(receipt, code, language));
  },
  receiptProblem,
);
