import { createHash } from "node:crypto";
import { MARK } from "../../contract/brand.ts";
import { type Checkout, shownStatus } from "../../domain/checkout.ts";
import { instant } from "../../domain/instant.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { payUrl } from "../../pipeline/environment.ts";
import { type Html, html } from "../html.ts";
import {
  aside,
  fact,
  notice,
  payHeading,
  type RenderedPage,
  renderDocument,
  testBanner,
  testReferences,
} from "./document.ts";
import { type FormState, formAfter, payForm } from "./form.ts";
import { span } from "./format.ts";
import { gatewayPath, withQuery } from "./gateway-path.ts";
import { type PairedPage, pairedCards, pairedTag } from "./notice-card.ts";
import { qrImage } from "./qr.ts";
import { leaveLink, paidReceipt, paymentFacts } from "./receipt.ts";
import { type InputProblem, type Situation, TREATMENTS } from "./situation.ts";
import type { Facts, Language, Message } from "./texts/shape.ts";
import { textsIn } from "./texts/texts.ts";
import { factsOf, isBeingChecked, type PageContext } from "./words.ts";

export interface PayPage {
  readonly checkout: Checkout;
  readonly situation: Situation;
  readonly context: PageContext;
  readonly form?: FormState;
  /** A situation that the latest input did not change: a part that has arrived, a pending check, or an expired checkout. */
  readonly ongoing?: Ongoing;
  /** Whether the page has a field for a number. */
  readonly takesNumber: boolean;
  /** What was wrong with the input, where the address says it. */
  readonly problem?: InputProblem;
  /** Another number was sent after the checkout was paid. */
  readonly hasLateNumber?: boolean;
  /** What a paired phone adds to the page; absent without one. */
  readonly paired?: PairedPage;
  /** Banks of this checkout that are asked for no receipts now. */
  readonly switchedOff: readonly ProviderId[];
  readonly language: Language;
  /** ms */
  readonly now: number;
}

type Ongoing = Pick<PayPage, "situation" | "context">;

/** The pay page of a checkout: what has happened, then what to do, in that order. */
export function renderPayPage(page: PayPage): RenderedPage {
  const { checkout, situation, language } = page;
  const texts = textsIn(language);
  const facts = factsIn(page, page);
  const message = texts.situations[situation](facts);
  const asked = asksForRest(page) ? (facts.missing ?? facts.amount) : facts.amount;
  const about = texts.payTitle(asked, checkout.merchantName);
  const title = situation === "waiting" ? about : `${message.title} – ${about}`;
  const self = addressIn(page, language);
  const polls = pollsOf(page);
  const tag = payPageTag(page);
  const look = situation === "verified" ? "narrow" : "wide-page";
  const main = html`<main class="${look}"${page.paired && html` data-paired`}${nextAnswer(page)} data-etag="${tag}" data-polls="${polls}" data-self="${self.replace(/^[^?]*/, "")}" data-title="${title}">
${situation === "verified" ? success(page, facts, message) : progress(page, facts, message)}
</main>`;
  const isByHand = checkout.methods.every(({ provider }) => provider === "manual");
  const { body, headers } = renderDocument({
    language,
    title,
    addressIn: (lang) => addressIn(page, lang),
    brand: { name: checkout.merchantName, ...checkout.brand },
    banner: checkout.livemode ? null : testBanner(language),
    safety: isByHand ? texts.safetyByHand : texts.safety,
    usesCamera: page.takesNumber,
    main,
    refresh: refresh(page, self),
  });
  return { body, headers: { ...headers, etag: tag } };
}

/** During an ongoing situation nobody may pay, unless it is the rest that is missing. */
export function methodsOf({ situation, ongoing }: Pick<PayPage, "situation" | "ongoing">) {
  const mayPay = ongoing === undefined || ongoing.situation === "partly_paid";
  return mayPay ? TREATMENTS[situation].methods : "none";
}

/** The page asks for the rest of the amount. */
function asksForRest({ situation, ongoing }: PayPage): boolean {
  return situation === "partly_paid" || ongoing?.situation === "partly_paid";
}

function pollsOf({ situation, ongoing }: PayPage) {
  return TREATMENTS[ongoing?.situation ?? situation].polls;
}

/** The queue hands a try out up to a second late, and the bank takes a second or two. */
const TRY_TAKES_MS = 2_500;

/**
 * Tells the script the time until the bank has probably answered the next planned try, ms. Not where a phone's message may come
 * before.
 */
function nextAnswer({ context: { attempt }, paired, now }: PayPage): Html | null {
  if (paired || attempt === null || attempt.nextAt === null || attempt.nextAt <= now) return null;
  return html` data-next="${attempt.nextAt + TRY_TAKES_MS - now}"`;
}

/** The facts of the page's own situation, or of the ongoing one. */
function factsIn(page: PayPage, { context }: Ongoing): Facts {
  return factsOf(page.checkout, context, page.language, {
    accounts: methodsOf(page) === "open",
    choices: (page.form?.candidates.length ?? 0) > 0,
  });
}

function progress(page: PayPage, facts: Facts, message: Message): Html {
  const { checkout, situation, context, switchedOff, language, now } = page;
  const { form, tone } = TREATMENTS[situation];
  const methods = methodsOf(page);
  const state = page.form ?? formAfter(checkout, context.attempt, situation);
  // Payers who entered a number may have paid, even if the number was wrong.
  const mayHavePaid =
    checkout.payments.length > 0 ||
    context.attempt !== null ||
    checkout.attemptsCount > 0 ||
    situation === "exhausted" ||
    page.problem !== undefined ||
    page.ongoing !== undefined;
  return html`<div class="columns">
<div class="left">
${summary(page, facts)}
${methods === "open" ? continueOnPhone(checkout, language) : null}
</div>
<div class="right">
${situation === "waiting" ? null : notice(tone, message, html`${tried(facts, page)}${comparison(facts, page)}`)}
${page.ongoing && ongoingNotice(page, page.ongoing)}
${checkout.livemode || form !== "open" ? null : testReferences(checkout, language)}
${page.takesNumber && page.paired ? pairedCards(checkout, page.paired, { amount: facts.missing ?? facts.amount, path: payPagePath(checkout.token), mayPay: methods !== "none" }, language) : null}
${page.takesNumber ? payForm({ checkout, situation, methods, state, switchedOff, language }) : null}
${canChange(situation) ? html`<noscript><p><a class="button" href="${addressIn(page, language)}">${textsIn(language).checkNow}</a></p></noscript>` : null}
${leaveLink(checkout, shownStatus(checkout, now), mayHavePaid, language)}
</div>
</div>`;
}

/** The ongoing situation, below the answer to the latest input. */
function ongoingNotice(page: PayPage, { situation, context }: Ongoing): Html {
  const facts = factsIn(page, { situation, context });
  const message = textsIn(page.language).situations[situation](facts);
  const shown = { ...page, situation };
  return aside(
    TREATMENTS[situation].tone,
    message,
    html`${tried(facts, shown)}${comparison(facts, shown)}`,
  );
}

/** Paid: the tick, then the word, the amount, the shop and the receipt, in order of size. */
function success(page: PayPage, facts: Facts, message: Message): Html {
  const { checkout, language } = page;
  const late = page.hasLateNumber && textsIn(language).lateNumber(checkout.merchantName);
  return html`<section class="paid">${TICK}
<h1><span id="said" tabindex="-1">${message.title}</span> <span class="amount">${facts.received ?? facts.amount}</span> <span class="to">${textsIn(language).payTo(checkout.merchantName)}</span></h1>
<p class="muted">${message.text}</p></section>
${late ? aside("warn", late, html``) : null}
${paidReceipt(checkout, language)}
${leaveLink(checkout, "verified", true, language)}`;
}

const TICK = html`<svg class="big-tick" aria-hidden="true" viewBox="0 0 24 24"><path d="${MARK.seal}"/><path class="tick" d="${MARK.tick}"/></svg>`;

/** This page in a language, with everything that it shows in addition to the checkout. */
function addressIn({ checkout, context, problem }: PayPage, lang: Language): string {
  const attempt = context.attempt?.id ?? null;
  return withQuery(payPagePath(checkout.token), { attempt, problem: problem ?? null, lang });
}

/** Identifies what a page shows, apart from the time: the same tag means no change. */
export function payPageTag(page: PayPage): string {
  const { checkout, situation, context, ongoing, switchedOff, takesNumber, language, paired } =
    page;
  const { id, version } = checkout;
  const attemptId = context.attempt?.id;
  const shown = [
    ...[id, version, situation, attemptId, context.attempt?.nextAt, ongoing?.situation],
    ...[switchedOff, takesNumber, language, paired && pairedTag(paired)],
  ];
  const hash = createHash("sha256").update(JSON.stringify(shown)).digest("base64url");
  return `W/"${hash.slice(0, 22)}"`;
}

/** Whether the browser that sent this `If-None-Match` has the page of the tag (RFC 9110, 13.1.2, weak comparison). */
export function hasPage(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch?.trim() === "*") return true;
  const seen: readonly string[] = ifNoneMatch?.match(/"[^"]*"/g) ?? [];
  return seen.includes(tag.slice("W/".length));
}

export function payPagePath(token: string): string {
  return `${gatewayPath()}/pay/${token}/`;
}

function summary(page: PayPage, facts: Facts): Html {
  const { checkout, situation, ongoing, language, now } = page;
  const texts = textsIn(language);
  const asksRest = asksForRest(page);
  const isAsked = TREATMENTS[situation].form === "open" && situation !== "suspended";
  const hasClock = isAsked && (ongoing === undefined || asksRest);
  const secondsLeft = Math.ceil((checkout.expiresAt - now) / 1000);
  const amount = ((asksRest && facts.missing) || facts.amount).replace("\u00a0", " ");
  return html`<section class="summary">
${situation === "waiting" || asksRest ? payHeading(checkout.merchantName, amount, language) : html`<h1><span class="amount">${amount}</span> <span class="to">${texts.payTo(checkout.merchantName)}</span></h1>`}
${checkout.description === null ? null : html`<p class="description" dir="auto">${checkout.description}</p>`}
${hasClock && secondsLeft > 0 ? html`<p class="clock">${texts.timeLeft}: <time role="timer" aria-live="off" datetime="${instant(checkout.expiresAt)}" data-until="${checkout.expiresAt}" data-now="${now}" data-over="${texts.timeIsUp}">${span(secondsLeft, language)}</time></p>` : null}
</section>`;
}

/** The reference that was tried, on a line of its own: a phone has no room beside the label. */
function tried({ reference }: Facts, { situation, language }: PayPage): Html | null {
  if (!TREATMENTS[situation].names || reference === null) return null;
  return html`<p class="tried muted">${textsIn(language).reference} <strong><bdi>${reference}</bdi></strong></p>`;
}

const COMPARED = new Set<Situation>(["partly_paid", "suspended", "review"]);

/** What has arrived so far, and what is missing. */
function comparison(facts: Facts, { checkout, situation, language }: PayPage): Html | null {
  if (!COMPARED.has(situation)) return null;
  if (checkout.payments.length === 0) return null;
  const texts = textsIn(language);
  const missing = isBeingChecked(checkout) ? null : facts.missing;
  return html`<dl class="facts">${fact(texts.expected, facts.amount)}${paymentFacts(checkout, language)}${fact(texts.missing, missing)}</dl>`;
}

/** Only on wide screens: the payer's bank app and SMS are on their phone. */
function continueOnPhone(checkout: Checkout, language: Language): Html {
  const texts = textsIn(language);
  return html`<section class="wide phone">${qrImage(payUrl(checkout.token), texts.onPhoneQr)}<div><h2>${texts.onPhone}</h2><p class="muted">${texts.onPhoneHint}</p></div></section>`;
}

/** Whether a reader without scripts gets a link that looks again. */
function canChange(situation: Situation): boolean {
  const { polls, form } = TREATMENTS[situation];
  return polls !== "never" && form !== "open";
}

/** Whether the page reloads without scripts: never where a reload would erase what is being typed. */
function refreshes(situation: Situation): boolean {
  const { polls, form } = TREATMENTS[situation];
  return polls === "soon" || (polls === "sometimes" && form === "none");
}

/** Without scripts the page reloads, ever more slowly as an attempt grows old. */
function refresh({ situation, context, now }: PayPage, address: string) {
  if (!refreshes(situation)) return null;
  if (TREATMENTS[situation].polls === "sometimes") return { seconds: 60, address };
  const age = (now - (context.attempt?.createdAt ?? now)) / 1000;
  return { seconds: Math.round(Math.min(30, Math.max(3, age / 4))), address };
}
