import type { ProviderFacts } from "../provider-facts.ts";

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
 * scheme and a trailing slash are optional; nothing else may be added. Null for any other text. `link` is
 * the text as an https address, on a host that the facts name.
 */
export function linkReader(
  facts: Pick<ProviderFacts, "links" | "linkParts">,
): (text: string) => { readonly parts: Parts; readonly link: string } | null {
  const patterns = facts.links.map((link) => patternOf(link, facts.linkParts));
  return (text) => {
    for (const pattern of patterns) {
      const groups = pattern.exec(text)?.groups;
      if (groups)
        return { parts: { ...groups }, link: text.replace(/^(?:https?:\/\/)?/i, "https://") };
    }
    return null;
  };
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
