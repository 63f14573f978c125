import { amountDue, type Checkout, type PaymentMethod } from "../../domain/checkout.ts";
import { decimalOf } from "../../domain/money.ts";
import { reasonCode } from "../../domain/notice-fit.ts";
import { isWallet, type ProviderId } from "../../domain/provider.ts";
import { FACTS, writtenAccount } from "../../providers/facts.ts";
import type { ProviderInput } from "../../providers/provider-facts.ts";
import { type Html, html } from "../html.ts";
import { money } from "./format.ts";
import { copyable, exampleReference } from "./parts.ts";
import type { Language } from "./texts/shape.ts";
import { textsIn } from "./texts/texts.ts";
import { methodName } from "./words.ts";

/** A round sign with the provider's letters. Decorative: the name stands beside it. */
export function monogram(provider: ProviderId): Html {
  const { letters, color } = FACTS[provider].monogram;
  return html`<svg class="mono" aria-hidden="true" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="${color}"/><text x="12" y="16">${letters}</text></svg>`;
}

/** The code that opens the provider's menu on a phone, and its `tel:` address; null where none is confirmed. */
export function ussdOf(
  provider: ProviderId,
): { readonly code: string; readonly href: string } | null {
  const { ussd } = FACTS[provider];
  return ussd === undefined ? null : { code: ussd, href: `tel:${ussd.replace("#", "%23")}` };
}

/** The method that the payer named, else the first whose payments can be checked now. */
export function chosenMethod(
  { methods }: Checkout,
  chosenId: string | undefined,
  switchedOff: readonly ProviderId[],
): PaymentMethod | undefined {
  const named = methods.find(({ id }) => id === chosenId);
  return named ?? methods.find(({ provider }) => !switchedOff.includes(provider)) ?? methods[0];
}

/**
 * The accounts to pay to. The chosen one is a radio button of the form below, so that the picker works
 * with the keyboard and without scripts, and the server learns which bank the payer meant. A bank that is
 * switched off can be chosen by those who have paid already, but its account is not shown.
 */
export function methodPicker(
  checkout: Checkout,
  chosen: PaymentMethod | undefined,
  switchedOff: readonly ProviderId[],
  language: Language,
): Html {
  const texts = textsIn(language);
  const { methods } = checkout;
  const isSingle = methods.length === 1;
  const panels = methods.map((method, index) => {
    const { name, label } = methodName(method, language);
    const example = exampleReference(checkout, method.provider);
    const id = `m-${index}`;
    return html`<div class="method">
<input type="radio" name="method" id="${id}" value="${method.id}" data-provider="${method.provider}" data-example="${example}"${method === chosen ? html` checked` : null}${isSingle ? html` hidden` : null}>
<label for="${id}">${monogram(method.provider)}<span><span class="name">${name}</span>${label === null ? null : html` <bdi class="muted">${label}</bdi>`}</span></label>
<div class="panel">${switchedOff.includes(method.provider) ? closedPanel(checkout, method, switchedOff, language) : panel(checkout, method, language)}</div>
</div>`;
  });
  const legend = isSingle ? texts.payHeading : texts.payWith;
  return html`<fieldset class="${isSingle ? "single" : "methods"}"><legend class="unseen">${legend}</legend>${panels}</fieldset>`;
}

function closedPanel(
  { methods, merchantName }: Checkout,
  method: PaymentMethod,
  switchedOff: readonly ProviderId[],
  language: Language,
): Html {
  const hasOthers = methods.some(({ provider }) => !switchedOff.includes(provider));
  const { name } = methodName(method, language);
  return html`<p>${textsIn(language).switchedOff(name, merchantName, hasOthers)}</p>`;
}

function panel(checkout: Checkout, method: PaymentMethod, language: Language): Html {
  const texts = textsIn(language);
  const { currency, merchantName } = checkout;
  const amount = amountDue(checkout);
  const { provider, accountNumber, accountName, instructions } = method;
  const reference = FACTS[provider].inputs.find(({ id }) => id === "input");
  const written = writtenAccount(provider, accountNumber);
  const isPhone = isWallet(provider) && /^0[79]/.test(written);
  const ussd = ussdOf(provider);
  return html`<dl>
${copyable(isPhone ? texts.phoneNumber : texts.accountNumber, grouped(written), texts, written.replaceAll(" ", ""))}
${copyable(texts.accountName, accountName, texts)}
${copyable(texts.exactAmount, money(amount, currency, language), texts, decimalOf(amount, currency))}
${takesReason(checkout, provider) ? copyable(texts.paired.reason, reasonCode(checkout), texts) : null}
</dl>
${ussd === null ? null : html`<p class="dial"><a class="button quiet" href="${ussd.href}">${texts.dial(ussd.code)}</a></p>`}
${instructions === null ? null : html`<p class="instructions" dir="auto">${instructions}</p>`}
<p class="muted">${provider === "manual" ? html`${texts.checkedByHand(merchantName)} ` : null}${reference ? texts.afterPaying(inSentence(reference.label[language]), exampleReference(checkout, provider)) : texts.noReference}</p>`;
}

/** Whether the short code as the reason finds the payment: the shop has a paired phone, and the receipt prints it. */
function takesReason({ notices }: Checkout, provider: ProviderId): boolean {
  return notices !== undefined && FACTS[provider].noticeReason === true;
}

/** A label in the middle of a sentence. Abbreviations stay in capitals; Amharic has none. */
function inSentence(label: string): string {
  return label.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
}

/**
 * Digits break between groups only, however large the text is. The gaps are no characters, so that
 * a manually copied number has no spaces either.
 */
function grouped(written: string): Html | string {
  if (!/^[\d ]+$/.test(written)) return written;
  return html`${written.split(" ").map((group, index) => html`${index === 0 ? null : html`<wbr>`}<span class="digits">${group}</span>`)}`;
}

/** A further field that some banks need: a phone or digits of the payer's account. Never required. */
export function extraField(
  id: string,
  value: string,
  input: ProviderInput,
  language: Language,
): Html {
  const texts = textsIn(language);
  const isPhone = input.id === "payer_phone";
  const label = isPhone ? texts.phoneLabel : input.label[language];
  const type = isPhone
    ? html`type="tel" autocomplete="tel" maxlength="20"`
    : html`type="text" autocomplete="off" inputmode="numeric" maxlength="5"`;
  return html`<label for="${id}">${label}</label>
<p class="hint" id="${id}-hint">${texts.phoneHint(input.example)}</p>
<input ${type} id="${id}" name="${input.id}" value="${value}" aria-describedby="${id}-hint">`;
}
