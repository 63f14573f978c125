import * as z from "zod";
import { isCurrency } from "../../domain/money.ts";
import { isLoopbackHttp } from "../../domain/webhook-endpoint.ts";

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
 * Free text of `minLength` (default 1) to `maxLength` code points: well-formed Unicode without control
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

type JsonSchema = Readonly<Record<string, unknown>>;

const PUBLISHED = new WeakMap<z.ZodType, JsonSchema>();

/**
 * Sets the JSON Schema that the OpenAPI document shows for `schema`, where zod's own translation does
 * not say what callers need: a query parameter is text to the parser and an integer to its caller.
 */
export function publishAs<T extends z.ZodType>(schema: T, json: JsonSchema): T {
  PUBLISHED.set(schema, json);
  return schema;
}

/** The JSON Schema set by `publishAs`, or undefined. */
export function publishedAs(schema: z.ZodType): JsonSchema | undefined {
  return PUBLISHED.get(schema);
}

/** RFC 3339, UTC, milliseconds. */
export const timestamp = z.iso.datetime();

/** Integer in the currency's minor unit, 1..10^12. */
export const amount = z
  .int({ error: ({ input }) => (input === undefined ? undefined : WHOLE) })
  .min(1, "must be at least 1, in minor units")
  .max(1_000_000_000_000, "must be at most 1000000000000, in minor units");
const WHOLE = "must be a whole number, in minor units";

/** As `amount`, but 0 is possible. */
export const dueAmount = z.int().min(0).max(1_000_000_000_000);

/** As `amount`, but 0 is possible, and a payer may send more than a checkout can ask for. */
export const receivedAmount = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** ISO 4217, upper-case, one that the platform's `Intl` knows. */
export const currency = pattern(/^[A-Z]{3}$/, "must be an ISO 4217 code such as ETB").refine(
  isCurrency,
  "is not a known currency",
);

/** An id with its prefix. Whether the object exists is checked later. */
export function id(prefix: string) {
  return pattern(new RegExp(`^${prefix}_[0-9a-z]{10,64}$`), `must be an id like ${prefix}_…`);
}

/** `app_id`: the one integer id. */
export const appId = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

/** `app_id` in a path or query. */
export const appIdText = publishAs(
  pattern(/^[1-9]\d{0,14}$/, "must be a positive whole number").transform(Number),
  { type: "integer", minimum: 1, maximum: 999_999_999_999_999 },
);

/** `true` or `false` in a query. */
export const flag = publishAs(
  z.enum(["true", "false"]).transform((value) => value === "true"),
  { type: "boolean" },
);

/** An https address of at most 2,048 characters, without credentials. */
const httpsUrl = plain(
  z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: notHttps }).max(2048),
).refine((value) => {
  // Also asked about what is no address at all, which `url` refuses by itself.
  const url = URL.parse(value);
  return url === null || (url.username === "" && url.password === "");
}, "must not carry credentials");

/** Names the one part that is wrong: the scheme, or the host. */
function notHttps({ input }: { readonly input?: unknown }): string {
  const url = typeof input === "string" ? URL.parse(input) : null;
  if (url?.protocol !== "https:") return "must be an https address";
  return /^(?:localhost|127\.0\.0\.1)$/.test(url.hostname)
    ? "must begin with http:// for a server on your own machine"
    : "must name a host by its domain";
}

/**
 * Where a customer's browser may be sent: an https address, or http on the developer's own machine.
 * Creating a checkout refuses the latter in live mode.
 */
export const pageUrl = text(2048)
  .meta({ format: "uri" })
  .check((context) => {
    // A browser leaves them out. Where a shop's server prints the address, they would begin another line.
    if (/[\t\r\n]/.test(context.value)) {
      const message = "must not contain tabs or line breaks";
      context.issues.push({ code: "custom", message, input: context.value });
      return;
    }
    if (isLoopbackHttp(context.value)) return;
    const problem = httpsUrl.safeParse(context.value).error?.issues[0];
    if (problem) {
      context.issues.push({ code: "custom", message: problem.message, input: context.value });
    }
  });

/** An optional field of a request body: `null` means the same as leaving it out. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined) as unknown as Optional<T>;
}
type Optional<T extends z.ZodType> = z.ZodType<
  z.output<T> | undefined,
  z.input<T> | null | undefined
> & { _zod: { optin: "optional"; optout: "optional" } };

/** As `optional`, with the value that takes its place. */
export function withDefault<T extends z.ZodType>(schema: T, value: z.output<T>) {
  return schema
    .nullish()
    .meta({ default: value })
    .transform((given) => given ?? value) as unknown as Defaulted<T>;
}
type Defaulted<T extends z.ZodType> = z.ZodType<z.output<T>, z.input<T> | null | undefined> & {
  _zod: { optin: "optional" };
};

/** A body that may be missing or `null`, which means `{}`. */
export function optionalBody<T extends z.ZodObject>(schema: T) {
  const nullable = schema.nullish();
  return nullable.transform((body) => body ?? schema.parse({})) as z.ZodType<
    z.output<T>,
    z.input<T> | null | undefined
  >;
}

/** The body of an operation without input: nothing, `null` or `{}`. */
export const noBody = optionalBody(z.strictObject({}));

/** A list that names nothing twice. */
export function distinct<T extends z.ZodArray>(schema: T): T {
  return schema
    .refine((items) => new Set(items).size === items.length, "must not name anything twice")
    .meta({ uniqueItems: true });
}

/** The body of a change: at least one field. */
export function atLeastOne<T extends z.ZodObject>(schema: T): T {
  return schema
    .refine((body) => Object.keys(body).length > 0, {
      error: "must change something",
      // A field that is not known is what is wrong; without it nothing is left.
      when: ({ issues }) => issues.length === 0,
    })
    .meta({ minProperties: 1 });
}

/** `limit` of a list: 1..100, default 20. Other values are rejected, not clamped. */
export const limit = publishAs(
  pattern(/^(?:[1-9]\d?|100)$/, "must be a whole number from 1 to 100").transform(Number),
  { type: "integer", minimum: 1, maximum: 100, default: 20 },
)
  .optional()
  .default(20);

/**
 * Where the next page begins: opaque, bound to tenant and filter. Without `\w`, of which Rust's expressions, and so
 * pydantic's, make every letter of Unicode: repeated so often, they refuse it.
 */
export const cursor = pattern(/^[0-9A-Za-z_-]{1,2048}$/, "is not a cursor of this list");

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

/** Parameters of the addresses of a pay page. */
export const checkoutToken = z.strictObject({
  token: pattern(/^[0-9a-z]{40,80}$/, "is not a checkout token"),
});
