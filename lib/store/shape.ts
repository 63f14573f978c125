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
