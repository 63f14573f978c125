/** Text made safe between tags and in double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** Every character outside ASCII as a numeric entity: a page can then claim any charset. */
export function asciiOnly(html: string): string {
  return [...html]
    .map((char) => ((char.codePointAt(0) ?? 0) < 128 ? char : `&#${char.codePointAt(0)};`))
    .join("");
}
