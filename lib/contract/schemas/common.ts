import * as z from "zod";

/** RFC 3339, UTC, milliseconds. */
export const timestamp = z.iso.datetime();

/** Integer in the currency's minor unit, 1..10^12. */
export const amount = z
  .int({ error: ({ input }) => (input === undefined ? undefined : WHOLE) })
  .min(1, "must be at least 1, in minor units")
  .max(1_000_000_000_000, "must be at most 1000000000000, in minor units");
const WHOLE = "must be a whole number, in minor units";

/** As `amount`, but 0 is possible. */
export const receivedAmount = z.int().min(0).max(1_000_000_000_000);

/** ISO 4217, upper-case, one that the platform's `Intl` knows. */
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: "must be an ISO 4217 code such as ETB", abort: true })
  .refine((code) => Intl.supportedValuesOf("currency").includes(code), "is not a known currency");

/** Free text: no control characters except line breaks and tabs, well-formed Unicode. */
export function text(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .refine((value) => value.isWellFormed(), "must be well-formed Unicode")
    .refine((value) => !CONTROL_CHARACTER.test(value), "must not contain control characters");
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are just what is refused
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** An id with its prefix; whether it exists is found out later. */
export function id(prefix: string) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-z]{10,64}$`), `must be an id like ${prefix}_…`);
}

/** `app_id`: the one integer id. */
export const appId = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

/** An https address of at most 2,048 characters, without credentials. */
export const httpsUrl = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain, error: notHttps })
  .max(2048)
  .refine((value) => {
    // Also asked about what is no address at all, which `url` refuses by itself.
    const url = URL.parse(value);
    return url === null || (url.username === "" && url.password === "");
  }, "must not carry credentials");

/** An address is often right but for its scheme, or leads to the developer's own machine. */
function notHttps({ input }: { readonly input?: unknown }): string {
  const isHttps = typeof input === "string" && URL.parse(input)?.protocol === "https:";
  return isHttps ? "must name a host by its domain" : "must be an https address";
}

/** `limit` of a list: 1..100, default 20. Outside of that it is refused, not clamped. */
export const limit = z
  .string()
  .regex(/^(?:[1-9]\d?|100)$/, "must be a whole number from 1 to 100")
  .transform(Number)
  .optional()
  .default(20);

/** Where the next page begins: opaque, bound to tenant and filter. */
export const cursor = z.string().min(1).max(2048);

export const page = { limit, cursor: cursor.optional() };

/** Newest first. */
export function list<T extends z.ZodType>(item: T) {
  return z.object({
    object: z.literal("list"),
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  });
}
