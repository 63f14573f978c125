import { notFound } from "../../domain/errors.ts";
import { randomBytes } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { COMMON_HEADERS, reply } from "../../pipeline/http.ts";
import type { RenderError } from "../../pipeline/middleware/problems.ts";
import { once } from "../../pipeline/once.ts";
import { trusted, wantsPage } from "../html.ts";
import { ADDRESS, MARKDOWN_TEXT, TOPICS_TEXT } from "./docs-text.ts";
import type { MarkdownFiles } from "./markdown.ts";
import { docsSite, unknownPage } from "./render-docs.ts";
import type { Topic } from "./topics.ts";

const CACHE_CONTROL = "public, max-age=300";

/** A document that was made at build time, with the address of this stage. */
function withAddress(text: string): unknown {
  const { publicBaseUrl } = environment();
  // A function, because `$` is special in a replacement string.
  return JSON.parse(text.replaceAll(ADDRESS, () => publicBaseUrl));
}

const topics = once(() =>
  (withAddress(TOPICS_TEXT) as readonly Topic[]).map((topic) => ({
    ...topic,
    body: trusted(topic.body.markup),
  })),
);
const site = once(() => docsSite(topics()));

/** One page of the documentation. @throws ServiceError `not_found` */
export function docsReply(slug: string) {
  const page = site().get(slug);
  if (page === undefined) throw notFound("page");
  const nonce = newNonce();
  const headers = { "cache-control": CACHE_CONTROL, ...policyOf(nonce) };
  return reply(200, page(nonce), { headers });
}

function newNonce(): string {
  return Buffer.from(randomBytes(16)).toString("base64url");
}

function policyOf(nonce: string) {
  return {
    "content-security-policy": `default-src 'none'; img-src 'self'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

/** Answers a browser at an unknown address with a page that leads on; programs get the problem. */
export const docsProblem: RenderError = async (error, event) => {
  if (error.code !== "not_found" || !wantsPage(event.headers as Record<string, string>))
    return null;
  const nonce = newNonce();
  return {
    statusCode: 404,
    headers: {
      ...COMMON_HEADERS,
      "x-request-id": event.requestContext.requestId,
      "content-type": "text/html; charset=utf-8",
      ...policyOf(nonce),
    },
    body: unknownPage(topics(), nonce),
  };
};

const markdown = once(() => withAddress(MARKDOWN_TEXT) as MarkdownFiles);

/** One page as Markdown, by the name of its file; `index.md` lists all pages. @throws ServiceError `not_found` */
export function markdownReply(file: string) {
  const files = markdown();
  const text = Object.hasOwn(files, file) ? files[file] : undefined;
  if (text === undefined) throw notFound("page");
  return textReply(text, "text/markdown; charset=utf-8");
}

/** All pages in one file. */
export function fullTextReply() {
  return textReply(Object.values(markdown()).join("\n---\n\n"), "text/plain; charset=utf-8");
}

/** The list of pages, as `/llms.txt`. */
export function indexReply() {
  return textReply(markdown()["index.md"] ?? "", "text/plain; charset=utf-8");
}

function textReply(text: string, type: string) {
  return reply(200, text, { headers: { "content-type": type, "cache-control": CACHE_CONTROL } });
}
