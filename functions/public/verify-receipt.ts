import { verifyReceipt } from "../../lib/contract/routes/public-pages.ts";
import { pageReply, wantsPage } from "../../lib/pages/pay-page/document.ts";
import { loadReceipt, renderReceipt } from "../../lib/pages/pay-page/receipt.ts";
import { receiptProblem } from "../../lib/pages/pay-page/submit-problem.ts";
import { readerLanguage } from "../../lib/pages/pay-page/texts/texts.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";

export const handler = endpoint(
  verifyReceipt,
  async ({ params, query, headers }) => {
    const { receipt, code, brand } = await loadReceipt(params.receipt_code);
    if (!wantsPage(headers)) return reply(200, receipt, { headers: { vary: "accept" } });
    const language = await readerLanguage(query.lang, null, headers["accept-language"]);
    return pageReply(renderReceipt(receipt, code, language, brand));
  },
  receiptProblem,
);
