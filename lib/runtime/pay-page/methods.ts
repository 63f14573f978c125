import type { Checkout, PaymentMethod } from "../../domain/checkout-terms.ts";
import { decimalOf } from "../../domain/money.ts";
import { PROVIDER_INPUTS } from "../../providers/inputs.ts";
import { money } from "./format.ts";
import { type Html, html } from "./html.ts";
import { copyable } from "./parts.ts";
import { exampleReference } from "./test-mode.ts";
import { type Language, TEXTS } from "./texts/texts.ts";
import { methodName } from "./words.ts";

/**
 * Where the money goes to. The chosen one is a radio button of the form below, so that the picker works
 * with the keyboard and without scripts, and the server learns which bank the payer meant.
 */
export function methodPicker(
  checkout: Checkout,
  chosenId: string | undefined,
  language: Language,
): Html {
  const texts = TEXTS[language];
  const { methods } = checkout;
  const chosen = methods.find(({ id }) => id === chosenId) ?? methods[0];
  const panels = methods.map((method) => {
    const { name, label } = methodName(method, language);
    const example = exampleReference(checkout, method.provider);
    const id = `m-${method.id}`;
    return html`<div class="method">
<input type="radio" name="method" id="${id}" value="${method.id}" data-example="${texts.inputHint(example)}"${method === chosen ? html` checked` : null}${methods.length === 1 ? html` hidden` : null}>
<label for="${id}"><span class="name">${name}</span>${label === null ? null : html`<bdi class="muted">${label}</bdi>`}</label>
<div class="panel">${panel(checkout, method, language)}</div>
</div>`;
  });
  const legend = methods.length === 1 ? texts.payHeading : texts.payWith;
  return html`<fieldset class="methods"><legend class="unseen">${legend}</legend>${panels}</fieldset>`;
}

function panel(checkout: Checkout, method: PaymentMethod, language: Language): Html {
  const texts = TEXTS[language];
  const { amount, currency } = checkout;
  const inputs = PROVIDER_INPUTS[method.provider];
  const reference = inputs.find(({ id }) => id === "input");
  const phone = inputs.find(({ id }) => id === "payer_phone");
  return html`<dl>
${copyable(texts.accountNumber, method.accountNumber, texts)}
${copyable(texts.accountName, method.accountName, texts)}
${copyable(texts.exactAmount, money(amount, currency, language), texts, decimalOf(amount, currency))}
</dl>
${method.instructions === null ? null : html`<p class="instructions" dir="auto">${method.instructions}</p>`}
<p class="muted">${reference ? texts.afterPaying(reference.label[language], exampleReference(checkout, method.provider)) : texts.noReference}</p>
${phone ? phoneField(`phone-${method.id}`, "", phone.example, language) : null}`;
}

/** Asked only where the bank wants it, and never demanded. */
export function phoneField(id: string, value: string, example: string, language: Language): Html {
  const texts = TEXTS[language];
  return html`<div class="field"><label for="${id}">${texts.phoneLabel}</label>
<p class="hint" id="${id}-hint">${texts.phoneHint(example)}</p>
<input type="tel" id="${id}" name="payer_phone" value="${value}" autocomplete="tel" inputmode="tel" maxlength="20" aria-describedby="${id}-hint"></div>`;
}
