import { createHash } from "node:crypto";
import { shownStatus } from "../../domain/checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { environment } from "../environment.ts";
import { gatewayPath, type RenderedPage, renderDocument, withQuery } from "./document.ts";
import { type FormState, formAfter, payForm } from "./form.ts";
import { span } from "./format.ts";
import { type Html, html } from "./html.ts";
import { fact, notice } from "./parts.ts";
import { qrCode } from "./qr.ts";
import { leaveLink, paidReceipt } from "./settled.ts";
import { type Situation, TREATMENTS } from "./situation.ts";
import { testBanner, testReferences } from "./test-mode.ts";
import { type Facts, type Language, TEXTS } from "./texts/texts.ts";
import { type Aside, factsOf } from "./words.ts";

export interface PayPage {
  readonly checkout: Checkout;
  readonly situation: Situation;
  readonly aside: Aside;
  readonly form?: FormState;
  readonly language: Language;
  /** ms */
  readonly now: number;
}

/** The pay page of a checkout: what has happened, then what to do, in that order. */
export function renderPayPage(page: PayPage): RenderedPage {
  const { checkout, situation, aside, language, now } = page;
  const texts = TEXTS[language];
  const facts = factsOf(checkout, aside, language);
  const message = texts.situations[situation](facts);
  const { asks, methods, tone } = TREATMENTS[situation];
  const attemptId = aside.attempt?.id ?? null;
  const address = payPagePath(checkout.token);
  const other = (lang: Language) => withQuery(address, { attempt: attemptId, lang });
  const about = texts.payTitle(facts.amount, checkout.merchantName);
  const title = situation === "waiting" ? about : `${message.title} – ${about}`;
  const main = html`<main data-etag="${payPageTag(page)}" data-asks="${asks}" data-self="${other(language)}" data-title="${title}">
<div class="columns">
<div class="left">
${summary(page, facts)}
${methods === "open" ? continueOnPhone(checkout, language) : null}
</div>
<div class="right">
${situation === "waiting" ? null : notice(tone, message, html`${tried(facts, page)}${comparison(facts, page)}`)}
${situation === "verified" ? paidReceipt(checkout, language) : null}
${checkout.livemode || TREATMENTS[situation].form !== "open" ? null : testReferences(checkout, language)}
${payForm(checkout, situation, page.form ?? formAfter(checkout, aside.attempt), address, language)}
${asks === "never" ? null : html`<noscript><p><a class="button" href="${other(language)}">${texts.checkNow}</a></p></noscript>`}
${leaveLink(checkout, shownStatus(checkout, now), language)}
</div>
</div>
</main>`;
  return renderDocument({
    language,
    title,
    languages: { en: other("en"), am: other("am") },
    brand: checkout.merchantName,
    banner: checkout.livemode ? null : testBanner(language),
    main,
    refresh: refresh(page, other(language)),
  });
}

/** Names what a page shows, but for the passing of time: the same tag means nothing new. */
export function payPageTag({ checkout, situation, aside, language }: PayPage): string {
  const shown = [checkout.id, checkout.version, situation, aside.attempt?.id ?? null, language];
  const hash = createHash("sha256").update(JSON.stringify(shown)).digest("base64url");
  return `W/"${hash.slice(0, 22)}"`;
}

export function payPagePath(token: string): string {
  return `${gatewayPath()}/pay/${token}/`;
}

function summary({ checkout, situation, language, now }: PayPage, facts: Facts): Html {
  const texts = TEXTS[language];
  const { form } = TREATMENTS[situation];
  const secondsLeft = Math.ceil((checkout.expiresAt - now) / 1000);
  return html`<section class="summary">
<h1><span class="amount">${facts.amount}</span> <span class="to">${texts.payTo(checkout.merchantName)}</span></h1>
${checkout.description === null ? null : html`<p class="description" dir="auto">${checkout.description}</p>`}
${form !== "none" && secondsLeft > 0 ? html`<p class="clock">${texts.timeLeft}: <time role="timer" aria-live="off" datetime="${new Date(checkout.expiresAt).toISOString()}" data-until="${checkout.expiresAt}" data-now="${now}" data-over="${texts.timeIsUp}">${span(secondsLeft, language)}</time></p>` : null}
</section>`;
}

/** In a line of its own: beside a long label there is no room for it on a phone. */
function tried({ reference }: Facts, { situation, language }: PayPage): Html | null {
  if (!TREATMENTS[situation].names || reference === null) return null;
  return html`<p class="tried muted">${TEXTS[language].reference} <strong><bdi>${reference}</bdi></strong></p>`;
}

/** Expected against found, side by side, where the receipt is the merchant's own. */
function comparison(facts: Facts, { situation, language }: PayPage): Html | null {
  if (situation !== "amount_mismatch" || facts.found === null) return null;
  const texts = TEXTS[language];
  return html`<dl class="facts">${fact(texts.expected, facts.amount)}${fact(texts.found, facts.found)}${fact(texts.missing, facts.missing)}</dl>`;
}

/** Only on wide screens: the bank's app and its SMS are on the phone. */
function continueOnPhone(checkout: Checkout, language: Language): Html {
  const texts = TEXTS[language];
  const address = `${environment().publicBaseUrl}/api/public/gateway/pay/${checkout.token}/`;
  return html`<section class="wide phone">${qrCode(address, texts.onPhoneQr)}<div><h2>${texts.onPhone}</h2><p class="muted">${texts.onPhoneHint}</p></div></section>`;
}

/** Without scripts the page loads itself again, ever more slowly while an attempt grows old. */
function refresh({ situation, aside, now }: PayPage, address: string) {
  const { asks } = TREATMENTS[situation];
  if (asks === "never") return null;
  if (asks === "sometimes") return { seconds: 60, address };
  const age = (now - (aside.attempt?.createdAt ?? now)) / 1000;
  return { seconds: Math.round(Math.min(30, Math.max(3, age / 4))), address };
}
