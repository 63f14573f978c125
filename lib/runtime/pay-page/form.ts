import type { Attempt } from "../../domain/attempt-record.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { PROVIDER_INPUTS } from "../../providers/inputs.ts";
import { type Html, html } from "./html.ts";
import { methodPicker, phoneField } from "./methods.ts";
import { type Situation, TREATMENTS } from "./situation.ts";
import { exampleReference } from "./test-mode.ts";
import { type Language, TEXTS } from "./texts/texts.ts";
import { providerName } from "./words.ts";

/** What stands in the form already, because it was sent and came back with a question. */
export interface FormState {
  readonly input: string;
  readonly methodId?: string | undefined;
  readonly provider?: ProviderId | undefined;
  readonly payerPhone?: string | undefined;
  /** Banks to choose from where the reference could be of several. */
  readonly candidates: readonly ProviderId[];
  /** The reference that is taken in spite of its date when it comes again. */
  readonly confirm: string | null;
}

export const EMPTY_FORM: FormState = { input: "", candidates: [], confirm: null };

/** The number that was tried, to be corrected, at the bank that it was tried at. */
export function formAfter({ methods }: Checkout, attempt: Attempt | null): FormState {
  if (attempt === null) return EMPTY_FORM;
  const { provider, reference } = attempt.lookup;
  const method = methods.find((one) => one.provider === provider);
  return { ...EMPTY_FORM, input: reference, methodId: method?.id };
}

/** Both steps in one form: choose where to pay to, then tell the transaction number. */
export function payForm(
  checkout: Checkout,
  situation: Situation,
  state: FormState,
  action: string,
  language: Language,
): Html | null {
  const { form, methods } = TREATMENTS[situation];
  if (form === "none") return null;
  const texts = TEXTS[language];
  const fields = html`${referenceFields(checkout, situation, state, language)}
<button class="primary" data-busy="${texts.submitting}">${state.confirm === null ? texts.submit : texts.submitAnyway}</button>`;
  const steps =
    form === "fold"
      ? html`<details class="card"><summary>${texts.mistyped}</summary>${fields}</details>`
      : [
          methods === "open" ? step(1, texts.payHeading, picker()) : null,
          methods === "open"
            ? step(2, texts.confirmHeading, fields)
            : step(null, texts.confirmAgain, fields),
          methods === "fold"
            ? html`<details class="card"><summary>${texts.accountsHeading}</summary>${picker()}</details>`
            : null,
        ];
  return html`<form method="post" action="${action}" data-pay>
<input type="hidden" name="lang" value="${language}">
${state.confirm === null ? null : html`<input type="hidden" name="confirmed" value="${state.confirm}">`}
${methods === "none" && state.methodId !== undefined ? html`<input type="hidden" name="method" value="${state.methodId}">` : null}
${steps}
</form>`;

  function picker(): Html {
    return methodPicker(checkout, state.methodId, language);
  }
}

/** One thing to do; numbered where there is more than one. */
function step(number: number | null, title: string, content: Html): Html {
  return html`<section class="card"><h2>${number === null ? null : html`<span class="number">${number}</span> `}${title}</h2>${content}</section>`;
}

function referenceFields(
  checkout: Checkout,
  situation: Situation,
  state: FormState,
  language: Language,
): Html {
  const texts = TEXTS[language];
  const wrong = situation === "not_a_reference" || situation === "bank_not_accepted";
  return html`<div class="field"><label for="reference">${texts.inputLabel}</label>
<p class="hint" id="reference-hint">${texts.inputHint(exampleFor(checkout, state))}</p>
<textarea id="reference" name="input" rows="2" maxlength="4000" required autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="go" dir="auto" aria-describedby="reference-hint${wrong ? " said" : ""}"${wrong ? html` aria-invalid="true"` : null}>
${state.input}</textarea></div>
${state.candidates.length === 0 ? null : bankChoice(checkout, state, language)}`;
}

function bankChoice(checkout: Checkout, state: FormState, language: Language): Html {
  const phone = state.candidates
    .flatMap((provider) => PROVIDER_INPUTS[provider])
    .find(({ id }) => id === "payer_phone");
  return html`<fieldset class="banks"><legend>${TEXTS[language].whichBank}</legend>${state.candidates.map(
    (provider) =>
      html`<label><input type="radio" name="provider" value="${provider}" required${state.provider === provider ? html` checked` : null}> ${providerName(provider, checkout.methods, language) ?? provider}</label>`,
  )}</fieldset>
${phone ? phoneField("payer-phone", state.payerPhone ?? "", phone.example, language) : null}`;
}

function exampleFor(checkout: Checkout, state: FormState): string {
  const { methods } = checkout;
  const method = methods.find(({ id }) => id === state.methodId) ?? methods[0];
  return exampleReference(checkout, method?.provider ?? "manual");
}
