import type { ProviderResponse } from "../adapter.ts";
import { bodyText } from "./body-text.ts";
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

/** How banks print nothing; Wegagen masks a field as `---`. */
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
    if (value === true) return [key.replace(/^is_?/i, "")];
    return /stat(?:us|e)$/i.test(key) && typeof value === "string" ? [value] : [];
  });
}

/** Text or a finite number as text, exactly as JSON spells the number; null where it is missing or blank. */
export function optionalScalar(object: JsonObject, key: string): string | null {
  const value = Object.hasOwn(object, key) ? object[key] : null;
  if (typeof value !== "number") return optionalText(object, key);
  const text = String(value);
  if (!/^[0-9]+(?:\.[0-9]+)?$/.test(text)) throw new Unreadable(`${key}: not a plain number`);
  return text;
}
