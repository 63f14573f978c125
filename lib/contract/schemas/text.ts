import * as z from "zod";

/** Control characters except tab, line feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the schema rejects them
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const CONTROL_CHARACTERS = new RegExp(CONTROL_CHARACTER, "g");
/** ASCII without control characters; a `pattern` must not match anything else. */
const NOT_PRINTABLE = /[^\x20-\x7e]/;

const isWellFormed = (value: string) => value.isWellFormed();
const hasNoControlCharacters = (value: string) => !CONTROL_CHARACTER.test(value);

/** Rejects lone surrogates, which are no UTF-8, and control characters. */
export function plain<T extends z.ZodType<string>>(schema: T): T {
  return schema
    .refine(isWellFormed, "must be well-formed Unicode")
    .refine(hasNoControlCharacters, "must not contain control characters");
}

/**
 * Free text of `minLength` (default 1) to `maxLength` UTF-16 units: well-formed Unicode without control
 * characters other than tab and line breaks.
 */
export function text(maxLength: number, minLength = 1) {
  return plain(z.string().min(minLength).max(maxLength));
}

/** Printable ASCII that matches `expression` from its beginning to its end. */
export function pattern(expression: RegExp, message: string) {
  return z
    .string()
    .regex(expression, { error: message, abort: true })
    .refine((value) => !NOT_PRINTABLE.test(value), message);
}

/**
 * Text that a device passes on, which must not be refused: a character that `text` rejects becomes U+FFFD, so that
 * it stays visible that something was there.
 */
export function passedText() {
  return z
    .string()
    .transform((value) => value.toWellFormed().replaceAll(CONTROL_CHARACTERS, "\ufffd"));
}

/**
 * A field of an HTML form: takes every text and drops what `text` rejects, so that the page and not a
 * JSON problem tells the customer what is wrong.
 */
export function formText() {
  return z.string().transform((value) => value.toWellFormed().replaceAll(CONTROL_CHARACTERS, ""));
}
