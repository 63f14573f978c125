import type { Checkout } from "../../domain/checkout-terms.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { PROVIDER_INPUTS } from "../../providers/inputs.ts";
import { type Html, html } from "./html.ts";
import { type Language, TEST_VARIANTS, TEXTS, type TestVariant } from "./texts/texts.ts";

/** No page of the sandbox may be taken for a real one. */
export function testBanner(language: Language): Html {
  const texts = TEXTS[language];
  return html`<aside class="test" aria-label="${texts.testMode}"><p><strong>${texts.testMode}</strong> ${texts.testHint}</p></aside>`;
}

/** What a reference to type looks like: the provider's own, or the sandbox's in test mode. */
export function exampleReference(checkout: Checkout, provider: ProviderId): string {
  if (!checkout.livemode) return testReference(checkout, "OK");
  return PROVIDER_INPUTS[provider][0]?.example ?? "";
}

/** The magic references, made different for each checkout: one that was used once is used up. */
export function testReferences(checkout: Checkout, language: Language): Html {
  const texts = TEXTS[language];
  const rows = TEST_VARIANTS.map((variant) => {
    const reference = testReference(checkout, variant);
    return html`<li><button type="button" class="quiet" data-fill="${reference}" disabled>${reference}</button> <span>${texts.testOutcomes[variant]}</span></li>`;
  });
  return html`<details class="card tests"><summary>${texts.testReferences}</summary><ul>${rows}</ul></details>`;
}

function testReference(checkout: Checkout, variant: TestVariant): string {
  return `TEST${variant}${checkout.id.slice(-6).toUpperCase()}`;
}
