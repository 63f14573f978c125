import type { Checkout } from "../../domain/checkout-terms.ts";
import { type Html, html } from "./html.ts";
import { type Language, TEST_VARIANTS, TEXTS } from "./texts/texts.ts";

/** No page of the sandbox may be taken for a real one. */
export function testBanner(language: Language): Html {
  const texts = TEXTS[language];
  return html`<aside class="test" aria-label="${texts.testMode}"><p><strong>${texts.testMode}</strong> ${texts.testHint}</p></aside>`;
}

/** The magic references, made different for each checkout: one that was used once is used up. */
export function testReferences(checkout: Checkout, language: Language): Html {
  const texts = TEXTS[language];
  const ending = checkout.id.slice(-6).toUpperCase();
  const rows = TEST_VARIANTS.map((variant) => {
    const reference = `TEST${variant}${ending}`;
    return html`<li><button type="button" class="quiet" data-fill="${reference}" disabled>${reference}</button> <span>${texts.testOutcomes[variant]}</span></li>`;
  });
  return html`<details class="card tests"><summary>${texts.testReferences}</summary><ul>${rows}</ul></details>`;
}
