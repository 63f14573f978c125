import type { RenderedPage } from "../../lib/runtime/pay-page/document.ts";
import { renderErrorPage } from "../../lib/runtime/pay-page/render-error.ts";
import { renderPayPage } from "../../lib/runtime/pay-page/render-pay-page.ts";
import { renderReceipt } from "../../lib/runtime/pay-page/render-receipt.ts";
import type { Situation } from "../../lib/runtime/pay-page/situation.ts";
import { type Language, TEXTS } from "../../lib/runtime/pay-page/texts/texts.ts";
import { NOW, specimen, VERIFIED } from "./pay-page-specimens.ts";

/** The page at `/{situation | "verified-short" | "receipt[-short|-unseen]" | "unknown"}/{language}/[test/]`, for looking at each of them. */
export function specimenPage(path: string): RenderedPage {
  const [, name = "", tongue = "en", mode] = path.split("/");
  const language = tongue as Language;
  const livemode = mode !== "test";
  if (name.startsWith("receipt")) {
    const byHand = name !== "receipt";
    const receipt = {
      object: "receipt",
      genuine: true,
      merchant_name: VERIFIED.merchantName,
      amount: VERIFIED.amount,
      amount_received: name === "receipt-unseen" ? null : byHand ? 90_000 : VERIFIED.amount,
      currency: VERIFIED.currency,
      confirmed_by: byHand ? "merchant" : "bank",
      verified_at: new Date(NOW).toISOString(),
      livemode,
    } as const;
    return renderReceipt(receipt, VERIFIED.receiptCode ?? "", language);
  }
  if (name === "unknown") {
    const message = TEXTS[language].unknownCheckout;
    return renderErrorPage({ message, path, requestId: null, language });
  }
  const isShort = name === "verified-short";
  const page = specimen(isShort ? "verified" : (name as Situation), { language });
  const short = isShort
    ? { amountReceived: 90_000, exceptions: ["approved_by_hand"] as const }
    : {};
  return renderPayPage({ ...page, checkout: { ...page.checkout, ...short, livemode } });
}
