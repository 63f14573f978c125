import { notFound } from "../../domain/errors.ts";
import { randomBytes } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { reply } from "../../pipeline/http.ts";
import { once } from "../../pipeline/once.ts";
import { trusted } from "../html.ts";
import { docsSite } from "./render-docs.ts";
import type { Topic } from "./topics.ts";
import { ADDRESS, TOPICS_TEXT } from "./topics-text.ts";

const site = once(() => {
  const { publicBaseUrl } = environment();
  // A function, because `$` is special in a replacement string.
  const text = TOPICS_TEXT.replaceAll(ADDRESS, () => publicBaseUrl);
  const topics = JSON.parse(text) as readonly Topic[];
  return docsSite(topics.map((topic) => ({ ...topic, body: trusted(topic.body.markup) })));
});

/** One page of the documentation. @throws ServiceError `not_found` */
export function docsReply(slug: string) {
  const page = site().get(slug);
  if (page === undefined) throw notFound("page");
  const nonce = Buffer.from(randomBytes(16)).toString("base64url");
  return reply(200, page(nonce), {
    headers: {
      "cache-control": "public, max-age=300",
      "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}
