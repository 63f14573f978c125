import type { PaymentLink } from "../../domain/payment-link.ts";
import type { App } from "../../store/apps.ts";
import { brandOf } from "../../use-cases/checkouts/load.ts";
import { shortUrl } from "../../use-cases/checkouts/payment-link.ts";
import { html } from "../html.ts";
import { brandMark } from "./brand.ts";
import { CARD_STYLE } from "./card-assets.ts";
import { notice, type RenderedPage, renderDocument, testBanner } from "./document.ts";
import { money } from "./format.ts";
import { withQuery } from "./gateway-path.ts";
import { linkPath } from "./link-page.ts";
import { qrCode } from "./qr.ts";
import type { Language } from "./texts/shape.ts";
import { loadTexts, textsIn } from "./texts/texts.ts";

/** A card for the counter, to print: A6 on any paper, in the reader's language and a second one. */
export async function renderCard(
  link: PaymentLink,
  app: App,
  language: Language,
): Promise<RenderedPage> {
  const texts = textsIn(language);
  const path = `${linkPath(link.code)}card/`;
  const url = shortUrl(link.code);
  const second = language === "en" ? "am" : "en";
  await loadTexts(second);
  const both = [language, second] as const;
  const brand = { name: app.name, ...brandOf(app).brand };
  const each = (text: (language: Language) => string) =>
    both.map((one) => html`<span lang="${one}">${text(one)}</span>`);
  return renderDocument({
    language,
    title: `${texts.card.title} – ${app.name}`,
    addressIn: (lang) => withQuery(path, { lang }),
    brand,
    style: CARD_STYLE,
    banner: link.livemode ? null : testBanner(language),
    main: html`<main class="narrow">
${link.active ? null : notice("warn", texts.link.closed(app.name))}
<p class="leave"><button type="button" class="primary" data-print hidden>${texts.card.print}</button></p>
<article class="counter">
<p class="shop">${brandMark(brand)}<bdi>${app.name}</bdi></p>
<h1>${each((one) => textsIn(one).card.title)}</h1>
${qrCode(url, texts.card.qr)}
<p class="price">${link.amount === null ? each((one) => textsIn(one).card.openAmount) : html`<strong>${money(link.amount, link.currency, language)}</strong>`}</p>
${link.description === null ? null : html`<p dir="auto">${link.description}</p>`}
<ol>${[0, 1, 2].map((step) => html`<li>${each((one) => textsIn(one).card.steps[step as 0 | 1 | 2])}</li>`)}</ol>
<p class="muted">${texts.card.orType} <strong class="url">${url.replace(/^https?:\/\//, "")}</strong></p>
</article>
</main>`,
  });
}
