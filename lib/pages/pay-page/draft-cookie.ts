import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as z from "zod";
import { pageCookie, readPageCookie } from "./page-cookie.ts";
import type { Typed } from "./typed.ts";

const NAME = "pay_draft";
const LIFETIME_SECONDS = 900;
/** Browsers keep 4096 bytes with name and attributes. */
const MAX_BYTES = 3500;
/** Bounds the work for a forged cookie. */
const MAX_INFLATED_BYTES = 16_384;

const draft = z.object({
  input: z.string(),
  method: z.string().optional(),
  provider: z.string().optional(),
  payer_phone: z.string().optional(),
  payer_account_suffix: z.string().optional(),
  /** ms; when the payer may try again. */
  until: z.number().optional(),
  /** Another payment had already paid the checkout, so this number was not looked up. */
  late: z.boolean().optional(),
});
export type Draft = Typed & Pick<z.output<typeof draft>, "until" | "late">;

/**
 * A cookie that keeps what was typed over the redirect that follows each POST, for this page only. An
 * address would show a whole SMS in histories and logs. Text too long for a cookie is left out.
 */
export function draftCookie(path: string, { confirmed: _, ...typed }: Draft): string {
  const { until, late } = typed;
  const drafts = [typed, { ...typed, input: "" }, { input: "", until, late }].map(pack);
  const value = drafts.find(({ length }) => length <= MAX_BYTES) ?? "";
  return draftWith(path, value, LIFETIME_SECONDS);
}

/** Removes the draft once the reference was accepted. */
export function noDraftCookie(path: string): string {
  return draftWith(path, "", 0);
}

/** The draft in a `cookie` header, or null where there is none that can be read. */
export function readDraft(header: string | undefined): Draft | null {
  const packed = readPageCookie(NAME, header);
  if (packed === null) return null;
  try {
    const bytes = Buffer.from(packed, "base64url");
    const text = inflateRawSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES }).toString("utf8");
    return draft.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function draftWith(path: string, value: string, seconds: number): string {
  return pageCookie({ name: NAME, path, value, seconds, sameSite: "Strict" });
}

function pack(value: object): string {
  return deflateRawSync(JSON.stringify(value)).toString("base64url");
}
