import TurndownService from "turndown";
import { SERVICE_NAME } from "../../contract/brand.ts";
import type { Html } from "../html.ts";
import { anchorsOf } from "./prose.ts";
import type { Topic } from "./topics.ts";

/**
 * The documentation as Markdown, for programs: one file for each page (`/api/docs/{slug}.md`), the list of pages
 * (`/llms.txt`, see https://llmstxt.org) and all of them in one file (`/llms-full.txt`). Runs at build time.
 */

/** Text by file, in reading order: `index.md`, which is also `/llms.txt`, and `{slug}.md` for each page. */
export type MarkdownFiles = Readonly<Record<string, string>>;

const SUMMARY =
  "Create a checkout, send the customer to its `pay_url`, and trust the signed `checkout.verified` webhook. Customers pay straight into the merchant's own account; the bank's receipt proves the payment.";

/** Statements that a program gets wrong most often. */
const RULES = [
  "Amounts are integers in the currency's minor unit: `150000` with `ETB` is 1,500.00 birr.",
  "An API key (`pk_live_…` or `pk_test_…`) is a secret of the server. Never put it in a page or an app.",
  "Deliver because of a webhook whose signature you verified on the raw body, or because you read the checkout with your key. The return URL proves nothing.",
  "Treat an unknown status as not paid. Handle each event id once.",
  "Send an `Idempotency-Key` with every POST.",
];

/** The part of a DOM node that is read here; the converter brings its own DOM. */
interface Element {
  readonly nodeName: string;
  readonly firstElementChild: Element | null;
  readonly getAttribute: (name: string) => string | null;
}

export function markdownFiles(all: readonly Topic[], baseUrl: string): MarkdownFiles {
  const homes = new Map(
    all.flatMap(({ slug, body }) => anchorsOf(body).map(({ anchor }) => [anchor, slug] as const)),
  );
  const docs = `${baseUrl}/api/docs`;
  const addressOf = (slug: string) => `${docs}/${slug}.md`;
  const pages = all.map((topic) => {
    const turndown = converter((href) => absolute(href, topic.slug));
    const text = turndown.turndown(withoutEmptyParts(topic.body));
    return [topic.slug, `# ${topic.title}\n\n> ${topic.about}\n\n${text}\n`] as const;
  });

  function absolute(href: string, from: string): string {
    if (href.startsWith("/")) return `${baseUrl}${href}`;
    const home = href.startsWith("#") ? homes.get(href.slice(1)) : undefined;
    return home === undefined || home === from ? href : `${addressOf(home)}${href}`;
  }

  const list = all.map(({ slug, title, about }) => `- [${title}](${addressOf(slug)}): ${about}`);
  const index = `# ${SERVICE_NAME} documentation

> ${SUMMARY}

${RULES.map((rule) => `- ${rule}`).join("\n")}

## Pages

${list.join("\n")}

## Machine-readable

- [OpenAPI 3.1](${baseUrl}/api/openapi.json): every operation and object
- [All pages in one file](${baseUrl}/llms-full.txt)
- \`checkout mcp\`: a Model Context Protocol server, see [Command line](${addressOf("command-line")})
`;
  return {
    "index.md": index,
    ...Object.fromEntries(pages.map(([slug, text]) => [`${slug}.md`, text])),
  };
}

/** Paragraphs without text would become blank lines. */
function withoutEmptyParts({ markup }: Html): string {
  return markup.replaceAll(/<p>\s*<\/p>/g, "");
}

function converter(address: (href: string) => string): TurndownService {
  const turndown = new TurndownService({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
  });
  turndown.addRule("link", {
    filter: "a",
    replacement: (content, node) => {
      const href = (node as unknown as Element).getAttribute("href") ?? "";
      return `[${content}](${address(href)})`;
    },
  });
  // A row of a list of terms: `- term: meaning`, with more paragraphs indented below.
  turndown.addRule("term", {
    filter: "dt",
    replacement: (content) => `- ${content.trim().replaceAll(/\s*\n\s*/g, " ")}: `,
  });
  turndown.addRule("meaning", {
    filter: "dd",
    replacement: (content) => content.trim().replaceAll(/\n(?!\n|$)/g, "\n  "),
  });
  turndown.addRule("row", {
    filter: (node) => {
      const { nodeName, firstElementChild } = node as unknown as Element;
      return nodeName === "DIV" && firstElementChild?.nodeName === "DT";
    },
    replacement: (content) => `\n${content.trimEnd()}\n`,
  });
  return turndown;
}
