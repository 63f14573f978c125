import { type Attempt, LONGEST_INPUT } from "../../domain/attempt.ts";
import { amountDue, type Checkout, type PaymentMethod } from "../../domain/checkout.ts";
import { decimalOf } from "../../domain/money.ts";
import { reasonCode } from "../../domain/notice-fit.ts";
import { printedName } from "../../domain/payer-language.ts";
import { isWallet, PROVIDERS, type ProviderId } from "../../domain/provider.ts";
import { claimOf, foldReference } from "../../domain/receipt.ts";
import { FACTS, writtenAccount } from "../../providers/facts.ts";
import type { ProviderInput } from "../../providers/provider-facts.ts";
import { type Html, html } from "../html.ts";
import { copyable, exampleReference } from "./document.ts";
import { money } from "./format.ts";
import { gatewayPath } from "./gateway-path.ts";
import { type Situation, TREATMENTS } from "./situation.ts";
import type { Language } from "./texts/shape.ts";
import { textsIn } from "./texts/texts.ts";
import { methodName } from "./words.ts";

/** What the form is filled with, because it was sent and came back with a question. */
export interface FormState {
  readonly input: string;
  readonly methodId?: string | undefined;
  readonly provider?: ProviderId | undefined;
  readonly payerPhone?: string | undefined;
  readonly payerAccountSuffix?: string | undefined;
  /** Banks to choose from where the reference could be of several. */
  readonly candidates: readonly ProviderId[];
  /** The reference that is accepted despite its date when it is sent again. */
  readonly confirm: string | null;
}

const EMPTY_FORM: FormState = { input: "", candidates: [], confirm: null };

/** The reference that was tried, to be corrected, at the bank where it was tried. */
export function formAfter(
  { methods }: Checkout,
  attempt: Attempt | null,
  situation: Situation,
): FormState {
  if (attempt === null || !TREATMENTS[situation].prefills) return EMPTY_FORM;
  const { provider, reference } = attempt.lookup;
  const method = methods.find((one) => one.provider === provider);
  return { ...EMPTY_FORM, input: reference, methodId: method?.id };
}

/** Both steps in one form: choose where to pay to, then enter the transaction number. It is sent to the page's own path, without a query. */
export function payForm({
  checkout,
  situation,
  methods,
  state,
  switchedOff,
  language,
}: {
  readonly checkout: Checkout;
  readonly situation: Situation;
  readonly methods: "open" | "fold" | "none";
  readonly state: FormState;
  /** Banks that are asked for no receipts now: nobody may pay to them. */
  readonly switchedOff: readonly ProviderId[];
  readonly language: Language;
}): Html | null {
  const { form } = TREATMENTS[situation];
  if (form === "none") return null;
  const texts = textsIn(language);
  const chosen = chosenMethod(checkout, state.methodId, switchedOff);
  const picker = () => methodPicker(checkout, chosen, switchedOff, language);
  const example = exampleReference(checkout, chosen?.provider ?? "manual");
  const fields = html`${referenceFields(checkout, situation, state, example, language)}
<button class="primary" data-busy="${texts.submitting}">${state.confirm === null ? texts.submit : texts.submitAnyway}</button>`;
  const steps =
    form === "fold"
      ? html`<details class="card"><summary>${situation === "review" ? texts.anotherNumber : texts.mistyped}</summary>${fields}</details>`
      : [
          methods === "open" ? step(1, texts.payHeading, picker()) : null,
          methods === "open"
            ? step(2, texts.confirmHeading, fields)
            : step(null, texts.confirmAgain, fields),
          methods === "fold"
            ? html`<details class="card"><summary>${texts.accountsHeading}</summary>${picker()}</details>`
            : null,
        ];
  return html`<form method="post" action="?" data-pay>
<input type="hidden" name="lang" value="${language}">
${state.confirm === null ? null : html`<input type="hidden" name="confirmed" value="${state.confirm}">`}
${methods === "none" && state.methodId !== undefined ? html`<input type="hidden" name="method" value="${state.methodId}">` : null}
${steps}
</form>`;
}

/** One thing to do, numbered where there is more than one. */
function step(number: number | null, title: string, content: Html): Html {
  return html`<section class="card"><h2>${number === null ? null : html`<span class="number">${number}</span> `}${title}</h2>${content}</section>`;
}

function referenceFields(
  checkout: Checkout,
  situation: Situation,
  state: FormState,
  example: string,
  language: Language,
): Html {
  const texts = textsIn(language);
  const [before, after] = texts.inputHint("|").split("|");
  const wrong = situation === "not_a_reference" || situation === "bank_not_accepted";
  return html`<div class="field"><label for="reference">${texts.inputLabel}</label>
<p class="hint" id="reference-hint">${before}<span id="example">${example}</span>${after}</p>
<textarea id="reference" name="input" rows="2" maxlength="${LONGEST_INPUT}" required autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="go" dir="auto" aria-describedby="reference-hint${wrong ? " said" : ""}"${wrong ? html` aria-invalid="true"` : null}>
${state.input}</textarea>
<div class="scan" data-scan="${texts.scan.none}" data-blocked="${texts.scan.blocked}" data-stop="${texts.scan.stop}" data-source="${gatewayPath()}/scanner/" hidden><button type="button" class="quiet" data-camera>${texts.scan.camera}</button> <button type="button" class="quiet" data-picture>${texts.scan.picture}</button></div></div>
${state.candidates.length === 0 ? null : bankChoice(checkout, state, language)}
${extraFields(checkout, situation, state, language)}`;
}

function bankChoice(checkout: Checkout, state: FormState, language: Language): Html {
  return html`<fieldset class="banks"><legend>${textsIn(language).whichBank}</legend>${state.candidates.map(
    (provider) => {
      const method = checkout.methods.find((one) => one.provider === provider);
      const name = method
        ? methodName(method, language).name
        : printedName(FACTS[provider].name, language);
      return html`<label><input type="radio" name="provider" value="${provider}" data-provider="${provider}" required${state.provider === provider ? html` checked` : null}> ${monogram(provider)}${name}</label>`;
    },
  )}</fieldset>`;
}

/**
 * Inputs that some banks need in addition to the reference, asked after payment and only once. A script shows a field
 * with the banks that need it; without one, the label says that it may stay empty. A field that the page asks for,
 * or that has been filled, is always shown: the number may be from a bank that is not the chosen one.
 */
function extraFields(
  checkout: Checkout,
  situation: Situation,
  state: FormState,
  language: Language,
): readonly Html[] {
  const used = new Set([...checkout.methods.map(({ provider }) => provider), ...state.candidates]);
  const fields = [
    ["payer_phone", state.payerPhone ?? "", situation === "bad_phone"],
    ["payer_account_suffix", state.payerAccountSuffix ?? "", situation === "account_digits_needed"],
  ] as const;
  return fields.flatMap(([id, typed, isAsked]) => {
    const isShown = isAsked || typed !== "";
    const wanting = PROVIDERS.filter((one) => isShown || used.has(one)).filter((one) =>
      FACTS[one].inputs.some((input) => input.id === id),
    );
    const input = wanting.flatMap((one) => FACTS[one].inputs).find((one) => one.id === id);
    if (input === undefined) return [];
    const field = extraField(id.replaceAll("_", "-"), typed, input, language);
    const banks = isShown ? null : html` data-for="${wanting.join(" ")}"`;
    return [html`<div class="field"${banks}>${field}</div>`];
  });
}

/** What the pay page's form sends. */
export interface Typed {
  readonly input: string;
  readonly method?: string | undefined;
  readonly provider?: string | undefined;
  readonly payer_phone?: string | undefined;
  readonly payer_account_suffix?: string | undefined;
  readonly confirmed?: string | undefined;
}

/** Whether an input names no payment of its verified checkout, by any of its numbers or by the token of its link. */
export function isLate({ status, payments }: Checkout, input: string): boolean {
  const entered = foldReference(input);
  if (status !== "verified" || entered === "") return false;
  const known = payments.flatMap(({ claims }) => claims.map((key) => claimOf(key).reference));
  return !known.some((reference) => entered.includes(reference));
}

/** The form as it was sent, to be shown again. */
export function formOf(typed: Typed): FormState {
  return {
    input: typed.input,
    methodId: typed.method,
    provider: PROVIDERS.find((id) => id === typed.provider),
    payerPhone: typed.payer_phone,
    payerAccountSuffix: typed.payer_account_suffix,
    candidates: [],
    confirm: null,
  };
}

/** A round sign with the provider's letters. Decorative: the name stands beside it. */
function monogram(provider: ProviderId): Html {
  const { letters, color } = FACTS[provider].monogram;
  return html`<svg class="mono" aria-hidden="true" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="${color}"/><text x="12" y="16">${letters}</text></svg>`;
}

/** The code that opens the provider's menu on a phone, and its `tel:` address; null where none is confirmed. */
function ussdOf(provider: ProviderId): { readonly code: string; readonly href: string } | null {
  const { ussd } = FACTS[provider];
  return ussd === undefined ? null : { code: ussd, href: `tel:${ussd.replace("#", "%23")}` };
}

/** The method that the payer named, else the first whose payments can be checked now. */
function chosenMethod(
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
function methodPicker(
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
function extraField(id: string, value: string, input: ProviderInput, language: Language): Html {
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
