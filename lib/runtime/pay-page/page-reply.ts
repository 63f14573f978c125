import { reply } from "../http.ts";
import type { RenderedPage } from "./document.ts";

/** A rendered page as an answer of the pipeline. */
export function pageReply({ body, headers }: RenderedPage) {
  return reply(200, body, { headers });
}

/** Whether the caller prefers a page over data: browsers name HTML, programs do not. */
export function wantsPage(headers: Readonly<Record<string, string>>): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? "");
}
