import { type RenderedPage, renderDocument, withQuery } from "./document.ts";
import { html } from "./html.ts";
import { notice } from "./parts.ts";
import type { Message } from "./texts/texts.ts";
import { type Language, TEXTS } from "./texts/texts.ts";

interface ErrorPage {
  readonly message: Message;
  readonly path: string;
  /** Shown where somebody may be asked about it; null where there is nothing to ask. */
  readonly requestId: string | null;
  readonly language: Language;
}

/** A refusal in words, for whoever opened a link. */
export function renderErrorPage({ message, path, requestId, language }: ErrorPage): RenderedPage {
  const texts = TEXTS[language];
  return renderDocument({
    language,
    title: message.title,
    languages: { en: withQuery(path, { lang: "en" }), am: withQuery(path, { lang: "am" }) },
    brand: null,
    main: html`<main class="narrow">
${notice("warn", message, requestId === null ? null : html`<p class="muted">${texts.requestId}: <code>${requestId}</code></p>`, 1)}
</main>`,
  });
}
