import type { ProviderResponse } from "../adapter.ts";
import { Unreadable } from "./unreadable.ts";

const META_CHARSET = /<meta[^>]{0,200}?charset\s{0,5}=\s{0,5}["']?\s{0,5}([A-Za-z0-9_:.-]{2,40})/i;
const SNIFFED_BYTES = 1024;

/**
 * Decodes the body by its declared charset (header first, then an HTML `meta` in the first
 * kilobyte), else UTF-8. Throws `Unreadable` for an unknown charset and for bytes that are not in
 * it: a page decoded wrongly could show other digits.
 */
export function bodyText(response: ProviderResponse): string {
  const charset = declaredCharset(response) ?? "utf-8";
  try {
    return new TextDecoder(charset, { fatal: true }).decode(response.body);
  } catch {
    throw new Unreadable("body is not in its charset");
  }
}

function declaredCharset(response: ProviderResponse): string | null {
  const header = response.headers["content-type"]?.match(
    /;\s{0,5}charset\s{0,5}=\s{0,5}"?([A-Za-z0-9_:.-]{2,40})/i,
  );
  if (header?.[1] !== undefined) return header[1];
  const head = new TextDecoder("latin1").decode(response.body.subarray(0, SNIFFED_BYTES));
  return META_CHARSET.exec(head)?.[1] ?? null;
}
