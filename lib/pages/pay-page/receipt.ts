import type { PublicReceipt } from "../../contract/schemas/verification.ts";
import type { Brand } from "../../domain/checkout.ts";
import { notFound } from "../../domain/errors.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import { normalizeReceiptCode } from "../../domain/tokens.ts";
import { table } from "../../pipeline/deps.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { checkoutIdByReceiptCode } from "../../store/claims.ts";
import { type Html, html } from "../html.ts";
import { type RenderedPage, renderDocument } from "./document.ts";
import { money } from "./format.ts";
import { gatewayPath, withQuery } from "./gateway-path.ts";
import { fact, notice, testBanner, timeElement } from "./parts.ts";
import { amountFacts } from "./settled.ts";
import type { Language, Texts } from "./texts/shape.ts";
import { textsIn } from "./texts/texts.ts";
import { confirmedBy, providerName } from "./words.ts";

/**
 * Loads the receipt of a code, without anything about the customer.
 *
 * @param typed the code in any spelling, percent-encoded or not
 * @throws ServiceError `not_found`
 */
export async function loadReceipt(typed: string): Promise<{
  readonly receipt: PublicReceipt;
  readonly code: string;
  readonly brand: Brand | undefined;
}> {
  const code = normalizeReceiptCode(typed.replaceAll(/%20|\+/g, " "));
  const id = code && (await checkoutIdByReceiptCode(table(), code));
  const checkout = id && (await getCheckout(table(), id));
  if (!code || !checkout || checkout.verifiedAt === null) throw notFound("receipt");
  const { merchantName, amount, amountReceived, payments, currency, verifiedAt, livemode } =
    checkout;
  return {
    code,
    brand: checkout.brand,
    receipt: {
      object: "receipt",
      genuine: true,
      merchant_name: merchantName,
      amount,
      amount_received: amountReceived,
      currency,
      payments: payments
        .filter(({ state }) => state === "counted")
        .map(({ provider, amount: part, paidAt, evidence }) => ({
          provider,
          amount: part,
          paid_at: instantOrNull(paidAt),
          evidence,
        })),
      confirmed_by: confirmedBy(checkout),
      verified_at: instant(verifiedAt),
      livemode,
    },
  };
}

/** A receipt as cashiers and auditors see it, without anything about the payer. */
export function renderReceipt(
  receipt: PublicReceipt,
  code: string,
  language: Language,
  brand: Brand | undefined = undefined,
): RenderedPage {
  const texts = textsIn(language);
  const { merchant_name, livemode } = receipt;
  const verifiedAt = Date.parse(receipt.verified_at);
  const message = livemode
    ? { title: texts.genuineTitle, text: vouch(receipt, texts)(merchant_name) }
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
${receipt.payments.length > 1 ? parts(receipt, language) : null}
${fact(texts.merchantLabel, merchant_name)}
${fact(texts.verifiedAt, timeElement(verifiedAt, language))}
${fact(texts.receiptCode, code)}
</dl><p class="muted">${texts.genuineCompare}</p></section>
</main>`,
  });
}

/** Who confirmed it: a person at the shop, else the weakest evidence of a payment. */
function vouch({ confirmed_by, payments }: PublicReceipt, texts: Texts) {
  if (confirmed_by === "merchant") return texts.genuineByHand;
  const isNotice = payments.some(({ evidence }) => evidence === "notice");
  return isNotice ? texts.genuineByNotice : texts.genuineText;
}

/** One line for each payment: when it was made and with which bank, and its amount. */
function parts({ payments, currency }: PublicReceipt, language: Language): readonly Html[] {
  return payments.flatMap(({ provider, amount, paid_at }) => {
    const day =
      paid_at === null
        ? null
        : html`<span class="muted"> ${timeElement(Date.parse(paid_at), language)}</span>`;
    const bank = providerName(provider, [], language) ?? textsIn(language).reference;
    return [
      html`<div class="pair part"><dt>${bank}</dt><dd>${amount === null ? "–" : money(amount, currency, language)}${day}</dd></div>`,
    ];
  });
}
