import { MARK, SERVICE_NAME } from "../../contract/brand.ts";
import { PAYER_LANGUAGES } from "../../domain/payer-language.ts";
import { randomBytes } from "../../pipeline/deps.ts";
import { reply } from "../../pipeline/http.ts";
import { type Html, html, trusted } from "../html.ts";
import { SCRIPT, STYLE } from "./assets.ts";
import { brandColors, brandMark, type PageBrand } from "./brand.ts";
import { withQuery } from "./gateway-path.ts";
import { notice } from "./parts.ts";
import type { Language, Message } from "./texts/shape.ts";
import { LANGUAGE_NAMES, textsIn } from "./texts/texts.ts";

export interface Page {
  readonly language: Language;
  readonly title: string;
  /** Address of this page in a language. */
  readonly addressIn: (language: Language) => string;
  /** Who is paid; null where nobody is. */
  readonly brand: PageBrand | null;
  /** Rules besides the common ones. */
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
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="data:,">
${refresh ? html`<noscript><meta http-equiv="refresh" content="${refresh.seconds};url=${refresh.address}"></noscript>` : null}
<style nonce="${nonce}">${trusted(STYLE + (page.style ?? "") + (brand?.color ? brandColors(brand.color) : ""))}</style>
</head>
<body>
${banner}
<header class="top">
${brand === null ? html`<span></span>` : html`<p class="brand">${brandMark(brand)}<bdi>${brand.name}</bdi></p>`}
<nav aria-label="${texts.language}">${languageMenu(page)}</nav>
</header>
${main}
<footer><p>${SEAL} <span><strong>${SERVICE_NAME}</strong> · ${page.safety ?? texts.safety}</span></p></footer>
<div id="say" class="unseen" role="status" data-copied="${texts.copied}" data-name="${texts.copyWhat("|")}"></div>
<script nonce="${nonce}">${trusted(SCRIPT)}</script>
</body>
</html>
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

/** Whether the caller accepts HTML: browsers say so, programs don't. */
export function wantsPage(headers: Readonly<Record<string, string>>): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? "");
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
