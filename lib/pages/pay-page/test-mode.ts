import type { Checkout } from "../../domain/checkout-terms.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { FACTS } from "../../providers/facts.ts";
import { type Html, html } from "../html.ts";
import { type Language, TEST_VARIANTS, type TestVariant } from "./texts/shape.ts";
import { textsIn } from "./texts/texts.ts";

/** Sets test pages apart from real ones. */
export function testBanner(language: Language): Html {
  const texts = textsIn(language);
  return html`<aside class="test" aria-label="${texts.testMode}"><p><strong>${texts.testMode}</strong> ${texts.testHint}</p></aside>`;
}

/** An example of a reference: the provider's, or the sandbox's in test mode. */
export function exampleReference(checkout: Checkout, provider: ProviderId): string {
  if (!checkout.livemode) return testReference(checkout, "OK");
  return FACTS[provider].inputs[0]?.example ?? "";
}

/** The magic references, different for each checkout because each can be used once. */
export function testReferences(checkout: Checkout, language: Language): Html {
  const texts = textsIn(language);
  const rows = TEST_VARIANTS.map((variant) => {
    const reference = testReference(checkout, variant);
    return html`<li><button type="button" class="quiet" data-fill="${reference}" disabled>${reference}</button> <span>${texts.testOutcomes[variant]}</span></li>`;
  });
  return html`<details class="card tests"><summary>${texts.testReferences}</summary><ul>${rows}</ul></details>`;
}

function testReference(checkout: Checkout, variant: TestVariant): string {
  return `TEST${variant}${checkout.id.slice(-6).toUpperCase()}`;
}
