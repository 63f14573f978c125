import { typedExample } from "../../contract/typed-amount.ts";
import type { Checkout } from "../../domain/checkout.ts";
import type { PaymentLink } from "../../domain/payment-link.ts";
import type { App } from "../../store/apps.ts";
import { brandOf } from "../../use-cases/checkouts/load.ts";
import { shortUrl } from "../../use-cases/checkouts/payment-link.ts";
import { type Html, html } from "../html.ts";
import {
  aside,
  notice,
  payHeading,
  type RenderedPage,
  renderDocument,
  testBanner,
} from "./document.ts";
import { money } from "./format.ts";
import { withQuery } from "./gateway-path.ts";
import { payPagePath } from "./render-pay-page.ts";
import type { Language, Message, Texts } from "./texts/shape.ts";
import { textsIn } from "./texts/texts.ts";

export type LinkProblem = "amount" | "closed" | "rate_limited" | "try_again";

interface LinkPage {
  readonly link: PaymentLink;
  /** null where the app was deleted or its account closed. */
  readonly app: App | null;
  /** The checkout that this browser has created from the link, if it still takes references. */
  readonly unfinished: Checkout | null;
  readonly problem: LinkProblem | null;
  /** The amount of the last submission, as typed. */
  readonly typed: string;
  readonly language: Language;
}

/** Path of a short URL; the service may live below a path of its host. */
export function linkPath(code: string): string {
  return `${new URL(shortUrl(code)).pathname}/`;
}

/** What a reusable link shows: who is paid and how much, and a button that creates the checkout. */
export function renderLinkPage(page: LinkPage): RenderedPage {
  const { link, app, unfinished, problem, language } = page;
  const texts = textsIn(language);
  const merchant = app?.name ?? "";
  const isClosed = app === null || !link.active || problem === "closed";
  const title = isClosed ? texts.link.closed(merchant).title : texts.link.payShop(merchant);
  return renderDocument({
    language,
    title,
    addressIn: (lang) => withQuery(linkPath(link.code), { lang }),
    brand: app && { name: app.name, ...brandOf(app).brand },
    banner: link.livemode ? null : testBanner(language),
    main: html`<main class="narrow">
${isClosed ? notice("warn", texts.link.closed(merchant), checkAgain(page), 1) : summary(page, merchant)}
${unfinished && leadBack(unfinished, language)}
${isClosed ? null : form(page)}
</main>`,
  });
}

/** The address of a refusal still says so when the shop can take payments again. */
function checkAgain({ link, language }: LinkPage): Html {
  const path = withQuery(linkPath(link.code), { lang: language });
  return html`<p class="act"><a class="button" href="${path}">${textsIn(language).checkNow}</a></p>`;
}

function leadBack({ token, amount, currency }: Checkout, language: Language): Html {
  const { unfinished, goBack } = textsIn(language).link;
  const path = withQuery(payPagePath(token), { lang: language });
  const button = html`<p class="act"><a class="button" href="${path}">${goBack}</a></p>`;
  return aside("slow", unfinished(money(amount, currency, language)), button);
}

function summary({ link, language }: LinkPage, merchant: string): Html {
  const { amount, currency, description } = link;
  const about = description && html`<p class="description" dir="auto">${description}</p>`;
  const shown =
    amount === null
      ? html`<h1>${textsIn(language).link.payShop(merchant)}</h1>`
      : payHeading(merchant, money(amount, currency, language), language);
  return html`<section class="summary">${shown}${about}</section>`;
}

function form({ link, unfinished, problem, typed, language }: LinkPage): Html {
  const texts = textsIn(language);
  const { amount, currency } = link;
  return html`${problem === null ? null : notice("warn", messageOf(problem, currency, texts))}
<form method="post" action="${linkPath(link.code)}" class="card" data-pay>
<input type="hidden" name="lang" value="${language}">
${amount === null ? amountField(currency, typed, problem === "amount", language) : null}
<button class="primary" data-busy="${texts.link.opening}">${unfinished ? texts.link.payAnew : texts.link.pay}</button>
</form>`;
}

function amountField(currency: string, typed: string, isWrong: boolean, language: Language): Html {
  const texts = textsIn(language);
  return html`<div class="field"><label for="amount">${texts.link.enterAmount} (${currency})</label>
<p class="hint" id="amount-hint">${texts.link.amountHint(typedExample(currency))}</p>
<input type="text" id="amount" name="amount" value="${typed}" inputmode="decimal" required maxlength="20" autocomplete="off" aria-describedby="amount-hint${isWrong ? " said" : ""}"${isWrong ? html` aria-invalid="true"` : null}></div>`;
}

function messageOf(problem: LinkProblem, currency: string, texts: Texts): Message {
  if (problem === "amount") return texts.link.badAmount(typedExample(currency));
  return problem === "rate_limited" ? texts.link.rateLimited : texts.brokenPage;
}
