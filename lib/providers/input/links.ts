import type { Lookup } from "../../domain/attempt.ts";
import type { ProviderRequest } from "../adapter.ts";
import type { ProviderFacts } from "../provider-facts.ts";
import { referenceDay } from "./pasted-text.ts";

/** The parts that an input supplies: reference, token, account digits, phone. */
export type Parts = Readonly<Record<string, string>>;

const PART = /\{([a-z]+)\}/g;

/** Fills `{part}` in a path or link, percent-encoded. Throws RangeError where a part is missing. */
export function fillTemplate(template: string, parts: Parts): string {
  return template.replace(PART, (_all, name: string) => {
    const value = parts[name];
    if (value === undefined) throw new RangeError(`no part ${name}`);
    return encodeURIComponent(value);
  });
}

/**
 * Reads the parts out of one of the provider's links. Scheme, host and path match in any case, and the
 * scheme and a trailing slash are optional. What chats and browsers add is left out: a fragment, tracking parameters, and any
 * query on a host whose links have none. Nothing else may be added, as another parameter could be a part. Null
 * for any other text. `link` is the rest as an https address, on a host that the facts name.
 */
export function linkReader(
  facts: Pick<ProviderFacts, "links" | "linkParts">,
): (text: string) => { readonly parts: Parts; readonly link: string } | null {
  const withQuery = new Set(facts.links.filter((link) => link.includes("?")).map(hostOf));
  const patterns = facts.links.map((link) => ({
    pattern: patternOf(link, facts.linkParts),
    isPath: !withQuery.has(hostOf(link)),
  }));
  return (text) => {
    // Every link has a path. V8 compiles a pattern at its first use, and for what is typed it need not compile thirty.
    if (!text.includes("/")) return null;
    const { whole, path } = withoutAdditions(text);
    for (const { pattern, isPath } of patterns) {
      const own = isPath ? path : whole;
      const groups = pattern.exec(own)?.groups;
      if (groups)
        return { parts: { ...groups }, link: own.replace(/^(?:https?:\/\/)?/i, "https://") };
    }
    return null;
  };
}

const hostOf = (link: string) => link.split("/", 3)[2];

const TRACKING = /(?<=[?&])(?:utm_[a-z]{1,20}|fbclid|gclid|igsh(?:id)?)=[^&#]*(?:&|$)/gi;

/**
 * A link without the fragment and the parameters that chats and advertisements add; no bank has one of these names. `path` is
 * without any query. Text with spaces stays as it is.
 */
function withoutAdditions(text: string): { readonly whole: string; readonly path: string } {
  if (/\s/.test(text)) return { whole: text, path: text };
  const [link = ""] = text.split("#", 1);
  const own = link.replace(TRACKING, "");
  const whole = own === link ? link : own.replace(/[?&]$/, "");
  return { whole, path: whole.split("?", 1)[0] ?? "" };
}

function patternOf(link: string, alphabets: Parts): RegExp {
  const source = link
    .replace(/^https:\/\//, "")
    .split(PART)
    .map((piece, index) => {
      if (index % 2 === 0) return piece.replace(/[.*+?^$()|[\]\\/-]/g, "\\$&");
      const alphabet = alphabets[piece];
      if (alphabet === undefined)
        throw new Error(`the link ${link} has a part without an alphabet`);
      return `(?<${piece}>${alphabet})`;
    })
    .join("");
  return new RegExp(`^(?:https?:\\/\\/)?${source}\\/?$`, "i");
}

/** A lookup by reference; the reference is upper-cased and every other part is kept as it was found. */
export function lookupOf(
  facts: Pick<ProviderFacts, "id" | "reference">,
  parts: Parts,
  variant = "receipt",
): Lookup {
  const { reference: shown = "", ...others } = parts;
  const reference = shown.toUpperCase();
  const datedOn = referenceDay(reference, facts.reference.day);
  return { provider: facts.id, reference, variant, parts: others, datedOn };
}

/**
 * As many as may be tried at once, different ones at each try: if there are more accounts at a bank than lookups per
 * try, the paid one is reached in one of the tries.
 *
 * @param tries how many tries came before, 0 for the first
 */
export function inTurn<T>(all: readonly T[], tries: number, most: number): readonly T[] {
  if (all.length <= most) return all;
  const from = (tries * most) % all.length;
  return [...all, ...all].slice(from, from + most);
}

/** The request to one of a provider's hosts, from the template in its facts. */
export function requestTo(
  facts: Pick<ProviderFacts, "hosts">,
  host: string,
  parts: Parts,
): ProviderRequest {
  const { path, headers } = facts.hosts[host] ?? {};
  if (path === undefined) throw new RangeError(`no host ${host}`);
  return { host, path: fillTemplate(path, parts), ...(headers ? { headers } : {}) };
}
