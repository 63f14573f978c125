import type { Checkout, ShownStatus } from "../../domain/checkout.ts";
import { isLoopbackHttp } from "../../domain/webhook-endpoint.ts";
import { receiptUrl } from "../../pipeline/environment.ts";
import { type Html, html } from "../html.ts";
import { money } from "./format.ts";
import { copyable, fact, timeElement } from "./parts.ts";
import { qrCode } from "./qr.ts";
import type { Language, Texts } from "./texts/shape.ts";
import { textsIn } from "./texts/texts.ts";
import { providerName, shortened } from "./words.ts";

/**
 * One amount where the amount received is the amount asked for (minor units). Otherwise both, the amount
 * received only where a bank has confirmed it, so that nobody takes one for the other.
 */
export function amountFacts(
  asked: number,
  received: number,
  currency: string,
  language: Language,
): Html {
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

/** Where nothing was paid, either address leads back to the shop; otherwise only `return_url`. */
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

/** `return_url` with `checkout_id` and `status` added to whatever query it has; null where it has none. */
export function returnAddress(checkout: Checkout, status: ShownStatus): string | null {
  const address = safeAddress(checkout.returnUrl);
  if (address === null) return null;
  address.searchParams.set("checkout_id", checkout.id);
  address.searchParams.set("status", status);
  return address.href;
}

/** Checks the scheme again: creation accepts https only, and another scheme could run a script here. */
function safeAddress(text: string | null): URL | null {
  const url = text === null ? null : URL.parse(text);
  return url?.protocol === "https:" || (text !== null && isLoopbackHttp(text)) ? url : null;
}
