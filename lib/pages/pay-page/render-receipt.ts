import type { PublicReceipt } from "../../contract/schemas/receipt.ts";
import type { Brand } from "../../domain/checkout-terms.ts";
import { html } from "../html.ts";
import { type RenderedPage, renderDocument } from "./document.ts";
import { gatewayPath, withQuery } from "./gateway-path.ts";
import { fact, notice, timeElement } from "./parts.ts";
import { amountFacts } from "./settled.ts";
import { testBanner } from "./test-mode.ts";
import type { Language } from "./texts/shape.ts";
import { textsIn } from "./texts/texts.ts";

/** A receipt as cashiers and auditors see it, without anything about the payer. */
export function renderReceipt(
  receipt: PublicReceipt,
  code: string,
  language: Language,
  brand: Brand | undefined = undefined,
): RenderedPage {
  const texts = textsIn(language);
  const { merchant_name, livemode } = receipt;
  const vouch = receipt.confirmed_by === "bank" ? texts.genuineText : texts.genuineByHand;
  const verifiedAt = Date.parse(receipt.verified_at);
  const message = livemode
    ? { title: texts.genuineTitle, text: vouch(merchant_name) }
    : texts.genuineTest;
  return renderDocument({
    language,
    title: `${message.title} – ${merchant_name}`,
    addressIn: (lang) => withQuery(`${gatewayPath()}/verify/${code}/`, { lang }),
    brand: { name: merchant_name, ...brand },
    banner: livemode ? null : testBanner(language),
    main: html`<main class="narrow">
${notice(livemode ? "good" : "warn", message, null, 1)}
<section class="card"><dl class="facts big">
${amountFacts(receipt.amount, receipt.amount_received, receipt.currency, language)}
${fact(texts.merchantLabel, merchant_name)}
${fact(texts.verifiedAt, timeElement(verifiedAt, language))}
${fact(texts.receiptCode, code)}
</dl><p class="muted">${texts.genuineCompare}</p></section>
</main>`,
  });
}
