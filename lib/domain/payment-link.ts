import { encodeBase32 } from "./ids.ts";

/** A reusable link of an app: each customer who opens it gets a checkout of their own. */
export interface PaymentLink {
  /** Last segment of the short URL, 12 characters of Crockford base32 (60 bits). */
  readonly code: string;
  readonly accountId: string;
  readonly appId: number;
  readonly livemode: boolean;
  /** Minor units; null if each customer enters the amount. */
  readonly amount: number | null;
  readonly currency: string;
  readonly description: string | null;
  readonly active: boolean;
  /** Checkouts created through the link, and how many of them were verified. */
  readonly checkoutsCount: number;
  readonly verifiedCount: number;
  /** ms */
  readonly createdAt: number;
}

/** Key in the metadata of a checkout that shows merchants the link which created it. Nothing is decided by it. */
export const LINK_METADATA_KEY = "payment_link";

const ID_PREFIX = "lnk_";
const CODE_LENGTH = 12;
const CODE_BYTES = 8;

/** Makes the code of a short URL from at least 8 random or digest bytes. @throws RangeError for fewer */
export function shortCode(bytes: Uint8Array): string {
  if (bytes.length < CODE_BYTES) throw new RangeError("a short code needs 8 bytes");
  return encodeBase32(bytes.subarray(0, CODE_BYTES)).slice(0, CODE_LENGTH);
}

/** Normalizes a typed code (case, spaces, O for 0, I or L for 1); null if it is not a code. */
export function normalizeShortCode(text: string): string | null {
  if (text.length > 40) return null;
  const plain = text
    .toLowerCase()
    .replaceAll(/[\s\u2010-\u2015-]/g, "")
    .replaceAll("o", "0")
    .replaceAll(/[il]/g, "1");
  return /^[0-9a-hjkmnp-tv-z]{12}$/.test(plain) ? plain : null;
}

export function linkId(code: string): string {
  return ID_PREFIX + code;
}

/** The code in a link's id; null for any other text. */
export function codeOfLinkId(id: string): string | null {
  return id.startsWith(ID_PREFIX) ? normalizeShortCode(id.slice(ID_PREFIX.length)) : null;
}

/** A purchase of credits, stored with the checkout that pays for it. */
export interface Purchase {
  readonly accountId: string;
  readonly credits: number;
}

const FORM = /^(acc_[0-9a-z]{26}):([1-9]\d{0,6})$/;

export function writePurchase({ accountId, credits }: Purchase): string {
  return `${accountId}:${credits}`;
}

/** Parses the output of `writePurchase`; null for any other text. */
export function readPurchase(text: string): Purchase | null {
  const [, accountId, credits] = FORM.exec(text) ?? [];
  return accountId === undefined ? null : { accountId, credits: Number(credits) };
}

/** The account that gets the credits for which a checkout pays; null for one that pays for none. */
export function buyerOf({ purchaseId }: { readonly purchaseId: string | null }): string | null {
  return purchaseId === null ? null : (readPurchase(purchaseId)?.accountId ?? null);
}

/** Id of the purchase and of its ledger entry: one per checkout, so that credits are granted once. */
export function purchaseIdOf(checkoutId: string): string {
  return `led_${checkoutId.slice("co_".length)}`;
}
