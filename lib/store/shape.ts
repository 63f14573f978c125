import { deflateRawSync, inflateRawSync, type ZlibOptions } from "node:zlib";
import * as z from "zod";
import { LEDGER_KINDS } from "../domain/ledger.ts";
import { PROVIDERS } from "../domain/provider.ts";
import type { Item } from "./transact.ts";

type Plain<V> = V extends string
  ? "text"
  : V extends number
    ? "number"
    : V extends boolean
      ? "flag"
      : V extends readonly unknown[]
        ? "list"
        : "map";
/** `or absent`: null is stored by leaving the attribute out. */
type Kind<V> = null extends V
  ? `${Plain<NonNullable<V>>} or ${"null" | "absent"}`
  : Plain<NonNullable<V>>;

/** The kind of every attribute; the compiler keeps it complete and in step with the type. */
type Attributes<T> = {
  readonly [K in keyof T]-?: undefined extends T[K]
    ? `${Kind<Exclude<T[K], undefined>>}, if any`
    : Kind<T[K]>;
};

/** How an older shape becomes the next one: shape number → change. */
type Upgrades = Readonly<Record<number, (item: Item) => Item>>;

interface Attribute {
  readonly name: string;
  readonly kind: string;
  /** The result of `typeof`; null for lists and maps. */
  readonly type: string | null;
  readonly isNullable: boolean;
  /** What is read where the attribute is absent; `refused` where it is required. */
  readonly absent: "null" | "left out" | "refused";
}

/**
 * An item that does not have the shape its reader expects. The message names the kind of item, its id and the
 * attribute, never a value or a key: it may be logged.
 */
export class UnreadableItem extends Error {
  override readonly name = "UnreadableItem";
}

/**
 * Makes the reader of one kind of item. The reader checks every attribute and returns only these, without
 * keys. It does not check the contents of maps and lists.
 *
 * The attribute `v` holds the number of an item's shape; the first shape is 1 and is not stored. When the
 * meaning or presence of an attribute changes, raise `version` and add an upgrade from the shape before.
 *
 * @throws UnreadableItem for a shape without an upgrade or of a newer release, and for an attribute that is
 * missing or of another kind
 */
export function shapeOf<T extends object>(
  entity: string,
  attributes: Attributes<T>,
  version = 1,
  upgrades: Upgrades = {},
): (item: Item) => T {
  const all = Object.entries<string>(attributes).map(toAttribute);
  // Filling a copy is faster than building an object name by name.
  const blank: Record<string, unknown> = Object.fromEntries(
    all.filter(({ absent }) => absent !== "left out").map(({ name }) => [name, null]),
  );
  return (stored) => {
    const item = stored.v === version ? stored : upgraded(entity, stored, version, upgrades);
    const read = { ...blank };
    for (const attribute of all) {
      const value = item[attribute.name];
      if (value === undefined && attribute.absent !== "refused") continue;
      if (accepts(attribute, value)) read[attribute.name] = value;
      else {
        throw new UnreadableItem(
          `${nameOf(entity, item)}: ${attribute.name} is not ${attribute.kind}`,
        );
      }
    }
    return read as T;
  };
}

const TYPES: Readonly<Record<string, string>> = {
  text: "string",
  number: "number",
  flag: "boolean",
};

function toAttribute([name, kind]: readonly [string, string]): Attribute {
  return {
    name,
    kind,
    type: TYPES[kind.split(/[ ,]/)[0] ?? ""] ?? null,
    isNullable: kind.includes("or null"),
    absent: kind.includes("or absent") ? "null" : kind.includes("if any") ? "left out" : "refused",
  };
}

function accepts({ type, isNullable, kind }: Attribute, value: unknown): boolean {
  if (value === null) return isNullable;
  if (type !== null) return typeof value === type;
  return Array.isArray(value)
    ? kind.startsWith("list")
    : typeof value === "object" && !kind.startsWith("list");
}

function upgraded(entity: string, stored: Item, version: number, upgrades: Upgrades): Item {
  let item = stored;
  for (let shape = Number(stored.v ?? 1); shape !== version; shape += 1) {
    const upgrade = upgrades[shape];
    if (upgrade === undefined) {
      const name = nameOf(entity, stored);
      throw new UnreadableItem(`${name} has shape ${shape}; this release reads ${version}`);
    }
    item = upgrade(item);
  }
  return item;
}

/** The id is the item's own, or in its key. Other keys are not named: some hold a phone or a reference. */
function nameOf(entity: string, { id, pk }: Item): string {
  const named = typeof id === "string" ? id : ID_IN_KEY.exec(String(pk))?.[1];
  return named === undefined ? `Stored ${entity}` : `Stored ${entity} ${named}`;
}

const ID_IN_KEY = /^(?:CO|BRK|CRD|DLV)#(\w+)$/;

/** The attributes that `tableFaults` checks, of each kind of item but deliveries, which it reads whole. It ignores other items. */
export const checkedItem = z.discriminatedUnion("entity", [
  z.object({
    entity: z.literal("account"),
    id: z.string(),
    closedAt: z.unknown(),
    suspended: z.unknown().optional(),
    pagesBehindSince: z.unknown().optional(),
  }),
  z.object({
    entity: z.literal("credits"),
    accountId: z.string(),
    shards: z.int().optional(),
    granted: z.int(),
    captured: z.int(),
    available: z.int(),
  }),
  z.object({
    entity: z.literal("ledger"),
    accountId: z.string(),
    kind: z.enum(LEDGER_KINDS),
    credits: z.int(),
    source: z.string(),
  }),
  z.object({ entity: z.literal("app"), accountId: z.string(), appId: z.int() }),
  z.object({
    entity: z.literal("checkout"),
    id: z.string(),
    accountId: z.string(),
    appId: z.int(),
    livemode: z.boolean(),
    suspended: z.boolean().optional(),
  }),
  z.object({
    entity: z.literal("checkout_state"),
    pk: z.string(),
    status: z.string(),
    expiresAt: z.number(),
    eventIds: z.array(z.string()),
    pending: z.array(z.object({ id: z.string() })),
    amountReceived: z.int(),
    payments: z.array(
      z.object({
        state: z.string(),
        amount: z.int().nullable(),
        claims: z.array(z.string()),
      }),
    ),
  }),
  z.object({ entity: z.literal("attempt"), id: z.string(), settledAt: z.number().nullable() }),
  z.object({ entity: z.literal("claim"), pk: z.string(), checkoutId: z.string() }),
  z.object({ entity: z.enum(["event", "unrelayed_event"]), id: z.string(), body: z.unknown() }),
  z.object({
    entity: z.literal("method"),
    id: z.string(),
    accountId: z.string(),
    appId: z.int(),
    provider: z.enum(PROVIDERS),
    accountNumber: z.string(),
  }),
  z.object({ entity: z.literal("method_number"), sk: z.string(), methodId: z.string() }),
  z.object({ entity: z.literal("delivery") }),
  z.object({ entity: z.literal("delivery_attempt"), deliveryId: z.string(), number: z.number() }),
]);

/**
 * Frequent texts of event bodies and evidence, the most frequent last. Never change a dictionary, because stored data
 * depends on it: add one with the next number.
 */
const DICTIONARIES: Readonly<Record<number, string>> = {
  1: [
    '"outcome":"not_found","attempt_failed","receiver_unconfirmed","time_unconfirmed","possible_duplicate"',
    '"visibleDigits":4,"nameScore":1,"reason":"not_completed","ok":false,"currency_mismatch","amount_mismatch"',
    '{"fields":{"status":{"ok":true,"reason":null},"receiver":{"verdict":"confirmed","reason":null,"accountId":"pm_',
    '","expected":{"amount":,"currency":"ETB"},"found":{"name":"","account":"251900000000"}},"amount":{"ok":true,',
    '"time":{"ok":true},"currency":{"ok":true},"used":{"ok":true}},"source":{"url":"https://","hash":"sha256:',
    '","parserVersion":1,"fetchedAt":1795}}',
    '"label":"የግብይት ቁጥር","label":"Phone number that you paid from","example":"FT26324ABCDE",',
    '"inputs":[{"id":"payer_phone","label":"Your phone number","example":"0911234567","pattern":null}]',
    '"provider":"cbe_birr","provider":"mpesa","provider":"boa","provider":"awash","provider":"dashen","provider":"cbe"',
    '"customer":{"name":null,"phone":null,"email":null},"metadata":{"order_id":"',
    '"return_url":"https://","cancel_url":"https://","locale":"en","receipt_url":"https://',
    '/api/public/gateway/verify/","payments":[{"object":"payment","provider":"telebirr","reference":"","amount":,"currency":"ETB","payer_name":null,"paid_at":"2026-',
    '","state":"doubtful","reason":"","state":"counted","reason":null,"evidence":"receipt"}],"amount_due":0,',
    '"status":"verified","exceptions":["overpaid"],"review":{"reason":"","decided_by":null,"decided_at":null,"note":null}',
    '{"id":"evt_01","object":"event","type":"checkout.partially_paid","type":"checkout.verified","type":"checkout.created","created_at":"2026-11-',
    'T00:00:00.000Z","livemode":true,"app_id":1001,"sequence":1,"data":{"object":{"id":"co_01',
    '","object":"checkout","livemode":true,"app_id":1001,"merchant_name":"","status":"open","exceptions":[],',
    '"review":null,"amount":150000,"currency":"ETB","amount_received":0,"amount_due":150000,"description":"","payment_methods":[{',
    '"id":"pm_01","provider":"telebirr","account_name":"","account_number":"09","label":null,"instructions":null,',
    '"inputs":[{"id":"input","label":"Transaction number, receipt link or SMS","example":"","pattern":"^[A-Z0-9]{10}$"}]}],',
    '"pay_url":"https:///api/public/gateway/pay/","return_url":null,"cancel_url":null,"expires_at":"2026-11-',
    '","created_at":"2026-11-","verified_at":null,"payments":[],"receipt_url":null,"locale":null,"sequence":2,',
    '"client_reference":"order-","customer":null,"late_policy":"review","attempts_count":1,"metadata":{}}}}',
  ].join(""),
};
const CURRENT = 1;

/**
 * Compresses a text, so that its item stays under one write unit (1 KB). The first byte is the number of the dictionary.
 */
export function packText(text: string): Uint8Array {
  return Buffer.concat([Uint8Array.of(CURRENT), deflateRawSync(text, options(CURRENT))]);
}

/**
 * Decompresses the output of `packText`, from the table (bytes) or from a stream record (base64).
 *
 * @throws Error for any other value, or an unknown dictionary
 */
export function unpackText(packed: unknown): string {
  if (typeof packed === "string") return unpackText(Buffer.from(packed, "base64"));
  if (!(packed instanceof Uint8Array)) throw new Error("A packed text is missing.");
  return inflateRawSync(packed.subarray(1), options(packed[0] ?? 0)).toString("utf8");
}

/** A buffer for most texts. The default, 16 KB for each call, is work for the garbage collector. */
const CHUNK_BYTES = 4096;
const dictionaries = new Map<number, Uint8Array>();

function options(number: number): ZlibOptions {
  const text = DICTIONARIES[number];
  if (text === undefined) throw new Error(`Packed text of unknown dictionary ${number}.`);
  const dictionary = dictionaries.get(number) ?? Buffer.from(text);
  dictionaries.set(number, dictionary);
  return { dictionary, chunkSize: CHUNK_BYTES };
}
