import { isCurrency } from "../../domain/money.ts";
import type { ReceiptStatus } from "../../domain/receipt.ts";
import type { ProviderResponse } from "../adapter.ts";
import type { ProviderFacts } from "../provider-facts.ts";
import { parseAmount, type ShownAmount } from "./amounts.ts";
import { bodyText, receiptStatus } from "./receipt-of.ts";
import { Unreadable } from "./unreadable.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** The body as a JSON object. Throws `Unreadable` for anything else. */
export function jsonObject(response: ProviderResponse): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(bodyText(response));
  } catch {
    throw new Unreadable("not JSON");
  }
  return requireObject(value);
}

export function requireObject(value: unknown): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Unreadable("not a JSON object");
  }
  return value as JsonObject;
}

/** Placeholders that banks print for an empty field; Wegagen masks a field as `---`. */
const BLANK = /^(?:-*|null|n\/a)$/i;

/** An own text field, white space collapsed; null where it is missing, null or blank. */
export function optionalText(object: JsonObject, key: string): string | null {
  const value = Object.hasOwn(object, key) ? object[key] : null;
  if (value === null || value === undefined) return null;
  if (typeof value !== "string") throw new Unreadable(`${key}: not text`);
  const text = value.replace(/\s+/g, " ").trim();
  return BLANK.test(text) ? null : text;
}

/** The text under any of the keys, which mean the same. Throws `Unreadable` where two differ. */
export function agreedText(object: JsonObject, ...keys: readonly string[]): string | null {
  const [text = null, ...others] = new Set(
    keys.map((key) => optionalText(object, key)).filter((shown) => shown !== null),
  );
  if (others.length > 0) throw new Unreadable(`${keys[0]}: two values`);
  return text;
}

/** As `optionalText`; missing is `Unreadable`. */
export function requireText(object: JsonObject, key: string): string {
  const text = optionalText(object, key);
  if (text === null) throw new Unreadable(`no ${key}`);
  return text;
}

/** The values of all fields that are named like a status, and the names of such flags that are set. */
export function statusesIn(object: JsonObject): readonly string[] {
  return Object.entries(object).flatMap(([key, value]) => {
    if (isSet(value)) return [key.replace(/^is_?/i, "")];
    return /stat(?:us|e)$/i.test(key) && typeof value === "string" ? [value] : [];
  });
}

/** Core banking systems write flags as text, too. */
const SET = /^\s*(?:true|yes|y|1)\s*$/i;

function isSet(value: unknown): boolean {
  return ["boolean", "string", "number"].includes(typeof value) && SET.test(String(value));
}

/**
 * The status of a transfer by its word, as `receiptStatus`. Throws `Unreadable` if it is completed and another field named
 * like a status has no word for that.
 */
export function statusIn(
  object: JsonObject,
  facts: Pick<ProviderFacts, "statuses">,
  shown: string | null,
): ReceiptStatus {
  const status = receiptStatus(facts, shown, statusesIn(object));
  const words = Object.keys(object)
    .filter((key) => /status$/i.test(key))
    .map((key) => optionalText(object, key));
  const isContrary = (word: string | null) =>
    word !== null && receiptStatus(facts, word, []) !== "completed";
  if (status === "completed" && words.some(isContrary))
    throw new Unreadable("completed, and another status beside it");
  return status;
}

/** Text or a finite number as text, exactly as JSON spells the number; null where it is missing or blank. */
export function optionalScalar(object: JsonObject, key: string): string | null {
  const value = Object.hasOwn(object, key) ? object[key] : null;
  if (typeof value !== "number") return optionalText(object, key);
  const text = String(value);
  if (!/^[0-9]+(?:\.[0-9]+)?$/.test(text)) throw new Unreadable(`${key}: not a plain number`);
  return text;
}

/** As `optionalScalar`; missing is `Unreadable`. */
export function requireScalar(object: JsonObject, key: string): string {
  const text = optionalScalar(object, key);
  if (text === null) throw new Unreadable(`no ${key}`);
  return text;
}

/** The amount of one field in the currency of another. Throws `Unreadable`, which names the field. */
export function amountIn(object: JsonObject, amountKey: string, currencyKey: string): ShownAmount {
  const currency = requireText(object, currencyKey);
  if (!isCurrency(currency)) throw new Unreadable(`${currencyKey}: not a currency`);
  const amount = parseAmount(requireScalar(object, amountKey), currency);
  if (amount === null) throw new Unreadable(`${amountKey}: not an amount`);
  if (amount.currency !== currency) throw new Unreadable(`${amountKey}: in another currency`);
  return amount;
}

/** The value at an RFC 6901 JSON pointer, own properties only; undefined where there is none. */
export function atPointer(document: unknown, pointer: string): unknown {
  let value = document;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
