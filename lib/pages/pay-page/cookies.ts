import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as z from "zod";
import { type Checkout, graceEndsAt } from "../../domain/checkout.ts";
import type { Typed } from "./form.ts";

interface PageCookie {
  readonly name: string;
  /** Of the page and all below it. */
  readonly path: string;
  /** Characters of base64url only; `""` with 0 seconds removes the cookie. */
  readonly value: string;
  readonly seconds: number;
  /** `Lax` if other sites also link to the page. */
  readonly sameSite: "Strict" | "Lax";
}

/** A `set-cookie` header for one page. No script can read it, and no other page gets it. */
export function pageCookie({ name, path, value, seconds, sameSite }: PageCookie): string {
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; Secure; HttpOnly; SameSite=${sameSite}`;
}

/** The value of the cookie in a `cookie` header, or null. */
export function readPageCookie(name: string, header: string | undefined): string | null {
  const pair = header?.split(/;\s*/).find((part) => part.startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(name.length + 1);
}

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
  return pageCookie({ name: NAME, path, value, seconds: LIFETIME_SECONDS, sameSite: "Strict" });
}

/** Removes the draft once the reference was accepted. */
export function noDraftCookie(path: string): string {
  return pageCookie({ name: NAME, path, value: "", seconds: 0, sameSite: "Strict" });
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

function pack(value: object): string {
  return deflateRawSync(JSON.stringify(value)).toString("base64url");
}

const LINK_COOKIE = "pay_link";

/**
 * Remembers the checkout that this browser has created from a link, as long as it takes references. Those who pay,
 * close the page and scan the link again find it: a new checkout would refuse their payment as too old.
 *
 * @param path of the link's page; the cookie is sent to its address without the last slash, as printed, too
 * @param now ms
 */
export function linkCookie(path: string, checkout: Checkout, now: number): string {
  const seconds = Math.max(0, Math.floor((graceEndsAt(checkout) - now) / 1000));
  const page = { name: LINK_COOKIE, path: path.replace(/\/$/, "") };
  return pageCookie({ ...page, value: checkout.token, seconds, sameSite: "Lax" });
}

/** The token of that checkout, as the browser sent it, or null. */
export function readLinkCookie(header: string | undefined): string | null {
  return readPageCookie(LINK_COOKIE, header);
}
