import type { Checkout } from "../../domain/checkout.ts";
import { noticeTime } from "../../domain/notice-fit.ts";
import { isWallet } from "../../domain/provider.ts";
import type { Arrived } from "../../use-cases/bank-notices/arrived.ts";
import { type Html, html } from "../html.ts";
import { timeElement } from "./document.ts";
import type { Language } from "./texts/shape.ts";
import { textsIn } from "./texts/texts.ts";

/** Wrong tries in all; with fewer left, one was wrong. */
const ALL_TRIES = 5;

/** What a paired phone adds: payments that arrived with this amount, and the number that the customer gave. */
export interface PairedPage {
  readonly arrived: Arrived | null;
  readonly payerPhone: string | null;
}

/** Shortcuts for the customer of a merchant with a paired phone. `path` is the page's own; `mayPay` says that it shows accounts. */
export function pairedCards(
  checkout: Checkout,
  { arrived, payerPhone }: PairedPage,
  { amount, path, mayPay }: Record<"amount" | "path", string> & { readonly mayPay: boolean },
  language: Language,
): Html | null {
  if (arrived !== null) return noticeCard(arrived, amount, `${path}mine/`, language);
  const isAsked = mayPay && asksForNumber(checkout, payerPhone);
  return isAsked ? numberField(`${path}payer/`, language) : null;
}

/** Identifies what the shortcuts show. */
export function pairedTag({ arrived, payerPhone }: PairedPage): readonly unknown[] {
  return [payerPhone !== null, arrived?.triesLeft, arrived?.notices.map(({ hash }) => hash)];
}

/** A payment of this amount has arrived: the customer says by four characters whether it is theirs. */
function noticeCard(arrived: Arrived, amount: string, action: string, language: Language): Html {
  const texts = textsIn(language).paired;
  const [latest] = arrived.notices;
  const isWrong = arrived.triesLeft < ALL_TRIES;
  return html`<section class="card" data-notice><h2>${texts.title}</h2>
<p>${texts.arrived(amount)}${latest ? html` ${timeElement(noticeTime(latest), language)}` : null}</p>
<form method="post" action="${action}">
<div class="field"><label for="last">${texts.label}</label>
${isWrong ? html`<p class="hint" id="left">${texts.wrong(arrived.triesLeft)}</p>` : null}
<input type="text" id="last" name="last" maxlength="8" required autocomplete="off" autocapitalize="characters"${isWrong ? html` aria-invalid="true" aria-describedby="left"` : null}></div>
<button class="primary" name="lang" value="${language}">${texts.submit}</button></form></section>`;
}

/** Whether the customer's number would help: a wallet shows it, and nobody has given one. */
function asksForNumber(checkout: Checkout, given: string | null): boolean {
  return (
    checkout.notices !== undefined &&
    given === null &&
    (checkout.customer?.phone ?? null) === null &&
    checkout.methods.some(({ provider }) => isWallet(provider))
  );
}

/** One optional field: with the number that they pay from, most customers have nothing to type. */
function numberField(action: string, language: Language): Html {
  const texts = textsIn(language).paired;
  return html`<details class="card"><summary>${texts.numberTitle}</summary>
<form method="post" action="${action}"><input type="hidden" name="lang" value="${language}">
<div class="field"><label for="payer-number">${texts.numberLabel}</label><p class="hint" id="payer-number-hint">${texts.numberHint}</p>
<input id="payer-number" name="number" type="tel" maxlength="20" required autocomplete="tel" aria-describedby="payer-number-hint"></div>
<button>${texts.save}</button></form></details>`;
}
