import type { Checkout } from "../../domain/checkout.ts";
import { instant } from "../../domain/instant.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { FACTS } from "../../providers/facts.ts";
import { type Html, html } from "../html.ts";
import { instantText, usesEthiopianCalendar } from "./format.ts";
import type { Tone } from "./situation.ts";
import {
  type Language,
  type Message,
  TEST_VARIANTS,
  type TestVariant,
  type Texts,
} from "./texts/shape.ts";
import { textsIn } from "./texts/texts.ts";

/**
 * A value to copy. Its text can always be selected; the button is shown where scripts run. The script adds the
 * button's second label and its name for screen readers (`data-copied` and `data-name` of the page).
 *
 * @param value what is copied, where that differs from what is shown
 */
export function copyable(
  what: string,
  shown: Html | string,
  texts: Texts,
  value = String(shown),
): Html {
  return html`<div class="row"><dt>${what}</dt><dd class="value"><bdi>${shown}</bdi></dd><dd class="act"><button type="button" class="quiet" data-copy="${value}" hidden>${texts.copy}</button></dd></div>`;
}

/** What the payer is asked to do, where nothing was paid yet: whom to pay, and how much. */
export function payHeading(merchant: string, amount: string, language: Language): Html {
  return html`<h1><span class="to">${textsIn(language).link.payShop(merchant)}</span> <span class="amount">${amount}</span></h1>`;
}

/** One line of a list of facts. */
export function fact(what: string, shown: Html | string | null): Html | null {
  return shown === null
    ? null
    : html`<div class="pair"><dt>${what}</dt><dd><bdi>${shown}</bdi></dd></div>`;
}

/** The first thing on the page that the payer should read; `extra` goes inside the same frame. */
export function notice(
  tone: Tone,
  message: Message,
  extra: Html | null = null,
  level: 1 | 2 = 2,
): Html {
  const attributes = html`id="said" tabindex="-1"`;
  const title =
    level === 1
      ? html`<h1 ${attributes}>${message.title}</h1>`
      : html`<h2 ${attributes}>${message.title}</h2>`;
  return html`<section class="notice ${tone}" aria-labelledby="said">
${ICONS[tone]}
<div>${title}
<p>${message.text}</p>${extra}</div>
</section>`;
}

/** A second message of a page. It gets no focus and is not announced. */
export function aside(tone: Tone, message: Message, extra: Html): Html {
  return html`<section class="notice ${tone}">
${ICONS[tone]}
<div><h2>${message.title}</h2>
<p>${message.text}</p>${extra}</div>
</section>`;
}

/** An instant, in Ethiopia's time at first; a script shows it in the reader's own time zone. */
export function timeElement(ms: number, language: Language): Html {
  const calendar = usesEthiopianCalendar(language) ? "ethiopic" : "";
  return html`<time datetime="${instant(ms)}" data-local="${calendar}">${instantText(ms, language)}</time>`;
}

const CLOCK = icon("M12 7v5l3 2M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18");
const ICONS: Readonly<Record<Tone, Html>> = {
  calm: CLOCK,
  slow: CLOCK,
  busy: html`<span class="spinner" aria-hidden="true"></span>`,
  good: icon("M7.500 12.500l3 3 6-6.500M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18"),
  warn: icon("M12 9v4M12 16.500v.1M12 4L2.800 19.500h18.400z"),
  bad: icon("M12 7.500v5.500M12 16.500v.1M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18"),
};

function icon(path: string): Html {
  return html`<svg class="icon" aria-hidden="true" viewBox="0 0 24 24"><path d="${path}"/></svg>`;
}

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
