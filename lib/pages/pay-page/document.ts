import { MARK, SERVICE_NAME } from "../../contract/brand.ts";
import type { Checkout } from "../../domain/checkout.ts";
import { instant } from "../../domain/instant.ts";
import { PAYER_LANGUAGES } from "../../domain/payer-language.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { randomBytes } from "../../pipeline/deps.ts";
import { reply } from "../../pipeline/http.ts";
import { FACTS } from "../../providers/facts.ts";
import { type Html, html, trusted } from "../html.ts";
import { SCRIPT, STYLE } from "./assets.ts";
import { brandColors, brandMark, type PageBrand } from "./brand.ts";
import { instantText, usesEthiopianCalendar } from "./format.ts";
import { withQuery } from "./gateway-path.ts";
import type { Tone } from "./situation.ts";
import {
  type Language,
  type Message,
  TEST_VARIANTS,
  type TestVariant,
  type Texts,
} from "./texts/shape.ts";
import { LANGUAGE_NAMES, textsIn } from "./texts/texts.ts";

interface Page {
  readonly language: Language;
  readonly title: string;
  /** Address of this page in a language. */
  readonly addressIn: (language: Language) => string;
  /** Who is paid; null where nobody is. */
  readonly brand: PageBrand | null;
  /** Rules in addition to the common ones. */
  readonly style?: string;
  /** Shown above everything else. */
  readonly banner?: Html | null;
  readonly main: Html;
  /** What the service does and never asks for; by default, that it checks with the bank. */
  readonly safety?: string;
  /** Allows the camera, for scanning a receipt's QR code. */
  readonly usesCamera?: boolean;
  /** What a browser without scripts reloads, and after how long. */
  readonly refresh?: { readonly seconds: number; readonly address: string } | null;
}

export interface RenderedPage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A whole page in one response: its style and script are inline, allowed by a nonce of this response. */
export function renderDocument(page: Page): RenderedPage {
  const nonce = Buffer.from(randomBytes(16)).toString("base64");
  const { language, title, brand, main, banner, refresh } = page;
  const texts = textsIn(language);
  const body = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="data:,">
${refresh ? html`<noscript><meta http-equiv="refresh" content="${refresh.seconds};url=${refresh.address}"></noscript>` : null}
<style nonce="${nonce}">${trusted(STYLE + (page.style ?? "") + (brand?.color ? brandColors(brand.color) : ""))}</style>
</head>
<body>${banner}
<header class="top">
${brand === null ? html`<span></span>` : html`<p class="brand">${brandMark(brand)}<bdi>${brand.name}</bdi></p>`}
<nav aria-label="${texts.language}">${languageMenu(page)}</nav>
</header>
${main}
<footer><p>${SEAL} <span><strong>${SERVICE_NAME}</strong> · ${page.safety ?? texts.safety}</span></p></footer>
<div id="say" class="unseen" role="status" data-copied="${texts.copied}" data-name="${texts.copyWhat("|")}"></div>
<script nonce="${nonce}">${trusted(SCRIPT)}</script>
</body></html>
`;
  return { body: body.markup, headers: pageHeaders(nonce, page.usesCamera ?? false) };
}

/** The current language, which opens the list of the others, with or without scripts. */
function languageMenu({ language, addressIn }: Page): Html {
  const others = PAYER_LANGUAGES.filter((other) => other !== language);
  return html`<details><summary>${GLOBE}${LANGUAGE_NAMES[language]}</summary><ul>${others.map(
    (other) =>
      // A query alone keeps the path of this page.
      html`<li><a href="${addressIn(other).replace(/^[^?]*/, "")}" hreflang="${other}" lang="${other}">${LANGUAGE_NAMES[other]}</a></li>`,
  )}</ul></details>`;
}

const GLOBE = html`<svg class="icon" aria-hidden="true" viewBox="0 0 24 24"><path d="M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18"/></svg>`;

const SEAL = html`<svg class="seal" aria-hidden="true" viewBox="0 0 24 24"><path d="${MARK.seal}"/><path class="tick" d="${MARK.tick}"/></svg>`;

/** Nothing from other origins, no framing. */
function pageHeaders(nonce: string, usesCamera: boolean): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex, nofollow",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": `camera=(${usesCamera ? "self" : ""}), geolocation=(), microphone=(), payment=()`,
  };
}

/** A rendered page as the response of a handler. */
export function pageReply({ body, headers }: RenderedPage) {
  return reply(200, body, { headers });
}

interface ErrorPage {
  readonly message: Message;
  readonly path: string;
  /** Shown for errors that support can look up; null for a wrong link. */
  readonly requestId: string | null;
  readonly language: Language;
}

/** The page of an error. */
export function renderErrorPage({ message, path, requestId, language }: ErrorPage): RenderedPage {
  const texts = textsIn(language);
  return renderDocument({
    language,
    title: message.title,
    addressIn: (lang) => withQuery(path, { lang }),
    brand: null,
    main: html`<main class="narrow">
${notice("warn", message, requestId === null ? null : html`<p class="muted">${texts.requestId}: <code>${requestId}</code></p>`, 1)}
</main>`,
  });
}

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

/** The payer's task if nothing was paid yet: whom to pay, and how much. */
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
