import type { PublicReceipt } from "../../contract/schemas/verification.ts";
import type { Brand, Checkout, ShownStatus } from "../../domain/checkout.ts";
import { notFound } from "../../domain/errors.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import { normalizeReceiptCode } from "../../domain/tokens.ts";
import { isLoopbackHttp } from "../../domain/webhook-endpoint.ts";
import { table } from "../../pipeline/deps.ts";
import { receiptUrl } from "../../pipeline/environment.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { checkoutIdByReceiptCode } from "../../store/claims.ts";
import { type Html, html } from "../html.ts";
import {
  copyable,
  fact,
  notice,
  type RenderedPage,
  renderDocument,
  testBanner,
  timeElement,
} from "./document.ts";
import { money } from "./format.ts";
import { gatewayPath, withQuery } from "./gateway-path.ts";
import { qrCode } from "./qr.ts";
import type { Language, Texts } from "./texts/shape.ts";
import { textsIn } from "./texts/texts.ts";
import { confirmedBy, providerName, shortened } from "./words.ts";

/**
 * One amount where the amount received is the amount asked for (minor units). Otherwise both, the amount
 * received only where a bank has confirmed it, so that nobody takes one for the other.
 */
function amountFacts(asked: number, received: number, currency: string, language: Language): Html {
  const texts = textsIn(language);
  const amount = money(asked, currency, language);
  if (received === asked) return html`${fact(texts.amountLabel, amount)}`;
  const came = received === 0 ? null : money(received, currency, language);
  return html`${fact(texts.expected, amount)}${fact(texts.received, came)}`;
}

/** One line for each payment: its bank and number, and its amount, or that the shop still checks it. */
export function paymentFacts(checkout: Checkout, language: Language): readonly Html[] {
  const { payments, methods, status, currency } = checkout;
  const texts = textsIn(language);
  return payments.flatMap(({ provider, reference, amount, state }) => {
    const isCounted = state === "counted";
    if (status === "verified" && !isCounted) return [];
    const bank = providerName(provider, methods, language);
    const what = html`${bank === null ? null : html`${bank} `}<bdi>${shortened(reference)}</bdi>`;
    const shown = isCounted && amount !== null ? money(amount, currency, language) : null;
    return [
      html`<div class="pair"><dt>${what}</dt><dd>${shown ?? (isCounted ? "–" : texts.beingChecked)}</dd></div>`,
    ];
  });
}

/** What a payer keeps: the shop, the reference, when it was confirmed, and the code that proves it. */
export function paidReceipt(checkout: Checkout, language: Language): Html {
  const texts = textsIn(language);
  const { payments, verifiedAt, receiptCode, amount, amountReceived, currency } = checkout;
  return html`<section class="card receipt"><dl class="facts">
${amountReceived === amount ? null : amountFacts(amount, amountReceived, currency, language)}
${payments.length === 1 ? fact(texts.reference, payments[0]?.reference ?? null) : paymentFacts(checkout, language)}
${verifiedAt === null ? null : fact(texts.paidOn, timeElement(verifiedAt, language))}
</dl>${receiptCode === null ? null : proof(receiptCode, texts)}</section>
<p class="print"><button type="button" data-print hidden>${texts.print}</button></p>`;
}

function proof(code: string, texts: Texts): Html {
  const address = receiptUrl(code);
  return html`<div class="code">${qrCode(address, texts.receiptQr)}<div><dl>${copyable(texts.receiptCode, code, texts)}</dl><p class="muted">${texts.receiptHint} <a href="${address}">${texts.receiptLink}</a></p></div></div>`;
}

/**
 * Back to the merchant: with the status once there is one, else the way out. Once money has arrived, no
 * link leads to `cancel_url`, because a shop may drop the order there.
 */
export function leaveLink(
  checkout: Checkout,
  status: ShownStatus,
  moneyArrived: boolean,
  language: Language,
): Html | null {
  const texts = textsIn(language);
  if (status === "open" && !moneyArrived) {
    const cancel = safeAddress(checkout.cancelUrl);
    return (
      cancel &&
      html`<p class="leave"><a href="${cancel.href}" rel="noreferrer">${texts.cancel}</a></p>`
    );
  }
  const back = backAddress(checkout, status, moneyArrived);
  if (back === null) return null;
  const look = status === "verified" ? "button primary" : "button";
  return html`<p class="leave"><a class="${look}" href="${back}" rel="noreferrer">${texts.back(checkout.merchantName)}</a></p>`;
}

/** If nothing was paid, either URL leads back to the shop; otherwise only `return_url`. */
function backAddress(
  checkout: Checkout,
  status: ShownStatus,
  moneyArrived: boolean,
): string | null {
  const back = returnAddress(checkout, status);
  const cancel = moneyArrived ? null : (safeAddress(checkout.cancelUrl)?.href ?? null);
  if (status === "canceled") return cancel ?? back;
  if (status === "expired" || status === "rejected") return back ?? cancel;
  return back;
}

/**
 * `return_url` with `checkout_id` and `status` after whatever query it has; null where it has none. What the shop wrote is
 * kept to the letter, apart from fields of these names: it may be signed, or in another encoding than UTF-8.
 */
function returnAddress(checkout: Checkout, status: ShownStatus): string | null {
  const address = safeAddress(checkout.returnUrl);
  if (address === null) return null;
  const kept = address.search
    .slice(1)
    .split("&")
    .filter((field) => field !== "" && !/^(?:checkout_id|status)(?:=|$)/.test(field));
  address.search = [...kept, `checkout_id=${checkout.id}`, `status=${status}`].join("&");
  return address.href;
}

/** Checks the scheme again: creation accepts https only, and another scheme could run a script here. */
function safeAddress(text: string | null): URL | null {
  const url = text === null ? null : URL.parse(text);
  return url?.protocol === "https:" || (text !== null && isLoopbackHttp(text)) ? url : null;
}

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
