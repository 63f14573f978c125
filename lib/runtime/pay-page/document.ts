import { randomBytes } from "../deps.ts";
import { environment } from "../environment.ts";
import { SCRIPT, STYLE } from "./assets.ts";
import { type Html, html, trusted } from "./html.ts";
import { type Language, TEXTS } from "./texts/texts.ts";

export interface Page {
  readonly language: Language;
  readonly title: string;
  /** Address of this page in each language. */
  readonly languages: Readonly<Record<Language, string>>;
  readonly brand: string | null;
  /** Shown above everything else. */
  readonly banner?: Html | null;
  readonly main: Html;
  /** When and what a browser without scripts loads next. */
  readonly refresh?: { readonly seconds: number; readonly address: string } | null;
}

export interface RenderedPage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A whole page in one answer: style and script stand in it, allowed by a nonce of this answer only. */
export function renderDocument(page: Page): RenderedPage {
  const nonce = Buffer.from(randomBytes(16)).toString("base64");
  const { language, title, brand, main, banner, refresh } = page;
  const texts = TEXTS[language];
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
<style nonce="${nonce}">${trusted(STYLE)}</style>
</head>
<body>
${banner}
<header class="top">
${brand === null ? html`<span></span>` : html`<p class="brand"><span class="mark" aria-hidden="true">${firstLetter(brand)}</span><bdi>${brand}</bdi></p>`}
<nav aria-label="${texts.language}">${languageLinks(page)}</nav>
</header>
${main}
<footer><p>${SHIELD} ${texts.safety}</p></footer>
<div id="say" class="unseen" role="status"></div>
<script nonce="${nonce}">${trusted(SCRIPT)}</script>
</body>
</html>
`;
  return { body: body.markup, headers: pageHeaders(nonce) };
}

function languageLinks({ language, languages }: Page): readonly Html[] {
  return (Object.keys(languages) as Language[]).map((other) =>
    other === language
      ? html`<span lang="${other}" aria-current="true">${TEXTS[other].name}</span>`
      : html`<a href="${languages[other]}" hreflang="${other}" lang="${other}">${TEXTS[other].name}</a>`,
  );
}

function firstLetter(name: string): string {
  return (/\p{L}|\p{N}/u.exec(name)?.[0] ?? "·").toUpperCase();
}

const SHIELD = html`<svg class="icon" aria-hidden="true" viewBox="0 0 24 24"><path d="M12 3l7 3v5c0 4.6-3 8.3-7 10-4-1.7-7-5.4-7-10V6zM8.5 12l2.500 2.500 4.500-5"/></svg>`;

/** Nothing from elsewhere, nothing framed, nothing kept. */
function pageHeaders(nonce: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src data:",
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
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  };
}

/** Path of the public surface; the service may live below a path of its host. */
export function gatewayPath(): string {
  return `${new URL(environment().publicBaseUrl).pathname.replace(/\/$/, "")}/api/public/gateway`;
}

/** `path` with those of the parameters that are set. */
export function withQuery(path: string, query: Readonly<Record<string, string | null>>): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null);
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}
