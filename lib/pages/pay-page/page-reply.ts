import { reply } from "../../pipeline/http.ts";
import type { RenderedPage } from "./document.ts";

/** A rendered page as the response of a handler. */
export function pageReply({ body, headers }: RenderedPage) {
  return reply(200, body, { headers });
}

/** Whether the caller accepts HTML: browsers say so, programs don't. */
export function wantsPage(headers: Readonly<Record<string, string>>): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? "");
}
