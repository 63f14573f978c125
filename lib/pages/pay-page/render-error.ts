import { html } from "../html.ts";
import { type RenderedPage, renderDocument } from "./document.ts";
import { withQuery } from "./gateway-path.ts";
import { notice } from "./parts.ts";
import type { Language, Message } from "./texts/shape.ts";
import { textsIn } from "./texts/texts.ts";

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
