/** The part of JSON Schema that our documents use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly default?: unknown;
  readonly [keyword: string]: unknown;
}
export type Schemas = Readonly<Record<string, Schema>>;

/** `request`: what a merchant sends must stay accepted. `response`: what a merchant receives must stay readable. */
export type Direction = "request" | "response";

/** Compares schemas of two documents. Each pair of named schemas is compared, and its changes are named, once. */
export class SchemaComparison {
  #found: string[] = [];
  readonly #before: Schemas;
  readonly #after: Schemas;
  /** Pairs of named schemas that were compared, or are being compared. */
  readonly #seen = new Set<string>();

  constructor(before: Schemas, after: Schemas) {
    this.#before = before;
    this.#after = after;
  }

  /** The breaking changes below `place`. */
  compare(place: string, before: Schema, after: Schema, direction: Direction): readonly string[] {
    this.#found = [];
    this.#schema(place, before, after, direction);
    return this.#found;
  }

  #schema(place: string, before: Schema, after: Schema, direction: Direction): void {
    const name = before.$ref?.split("/").at(-1);
    if (name !== undefined) {
      const pair = `${before.$ref} ${after.$ref} ${direction}`;
      if (this.#seen.has(pair)) return;
      this.#seen.add(pair);
    }
    const where = name ?? place;
    const [old, now] = [variants(before, this.#before), variants(after, this.#after)];
    for (const variant of old) this.#variant(where, variant, now, direction);
    if (direction === "request") return;
    const added = now.filter((variant) => !old.some((one) => kindOf(one) === kindOf(variant)));
    for (const variant of added) this.#add(where, `can now be ${kindOf(variant)}`);
  }

  /** Compares one alternative with the one of the same kind that fits best. */
  #variant(place: string, before: Schema, all: readonly Schema[], direction: Direction): void {
    const candidates = all.filter((one) => kindOf(one) === kindOf(before));
    const results = candidates.map((candidate) => {
      const trial = new SchemaComparison(this.#before, this.#after);
      for (const pair of this.#seen) trial.#seen.add(pair);
      trial.#alike(place, before, candidate, direction);
      return trial;
    });
    const [best] = results.toSorted((a, b) => a.#found.length - b.#found.length);
    if (best === undefined) {
      // An alternative that is never sent any more breaks nobody, except for a value of its own.
      if (direction === "request") this.#add(place, `no longer accepts ${kindOf(before)}`);
      else if (all.length > 0 && kindOf(before) !== "null") {
        this.#add(place, `is no longer ${kindOf(before)}`);
      }
      return;
    }
    this.#found.push(...best.#found);
    for (const pair of best.#seen) this.#seen.add(pair);
  }

  #alike(place: string, before: Schema, after: Schema, direction: Direction): void {
    this.#values(place, before, after, direction);
    if (direction === "request") this.#bounds(place, before, after);
    else if (before.format !== after.format)
      this.#add(place, `has another format: ${after.format}`);
    if (before.items && after.items) {
      this.#schema(`${place}[]`, before.items, after.items, direction);
    }
    this.#properties(place, before, after, direction);
    const [more, moreNow] = [before.additionalProperties, after.additionalProperties];
    if (typeof more === "object" && typeof moreNow === "object") {
      this.#schema(`${place}.*`, more, moreNow, direction);
    }
  }

  #values(place: string, before: Schema, after: Schema, direction: Direction): void {
    const [old, now] = [valuesOf(before), valuesOf(after)];
    if (now === null) return;
    if (old === null) {
      if (direction === "request") this.#add(place, `accepts only ${now.join(", ")}`);
      return;
    }
    for (const value of old.filter((one) => !now.includes(one))) {
      this.#add(place, `no longer has the value ${value}`);
    }
  }

  /** What was accepted must stay accepted, and a field that is left out must keep its meaning. */
  #bounds(place: string, before: Schema, after: Schema): void {
    for (const [keyword, tightens] of BOUNDS) {
      const [old, now] = [before[keyword], after[keyword]];
      if (now !== undefined && tightens(old, now)) {
        this.#add(place, `${keyword} is ${JSON.stringify(now)}, was ${JSON.stringify(old)}`);
      }
    }
    if (JSON.stringify(before.default) !== JSON.stringify(after.default)) {
      this.#add(
        place,
        `default is ${JSON.stringify(after.default)}, was ${JSON.stringify(before.default)}`,
      );
    }
  }

  #properties(place: string, before: Schema, after: Schema, direction: Direction): void {
    const dot = direction === "request" ? " request field " : ".";
    for (const [name, field] of Object.entries(before.properties ?? {})) {
      const now = after.properties?.[name];
      if (now !== undefined) this.#schema(`${place}${dot}${name}`, field, now, direction);
      else if (direction === "response") this.#add(`${place}.${name}`, "was removed");
      else if (after.additionalProperties === false) {
        this.#add(`${place}${dot}${name}`, "is no longer accepted");
      }
    }
    this.#presence(place, before, after, direction);
  }

  #presence(place: string, before: Schema, after: Schema, direction: Direction): void {
    const [required, requiredNow] = [before.required ?? [], after.required ?? []];
    if (direction === "request") {
      for (const name of requiredNow.filter((one) => !required.includes(one))) {
        this.#add(`${place} request field ${name}`, "is now required");
      }
      return;
    }
    for (const name of required.filter((one) => !requiredNow.includes(one))) {
      if (after.properties?.[name]) this.#add(`${place}.${name}`, "can now be absent");
    }
  }

  #add(place: string, change: string): void {
    this.#found.push(`${place}: ${change}`);
  }
}

const raised = (old: unknown, now: unknown) =>
  Number(now) > Number(old ?? Number.NEGATIVE_INFINITY);
const lowered = (old: unknown, now: unknown) =>
  Number(now) < Number(old ?? Number.POSITIVE_INFINITY);
const changed = (old: unknown, now: unknown) => old !== now;
const BOUNDS: readonly (readonly [string, (old: unknown, now: unknown) => boolean])[] = [
  ["minimum", raised],
  ["minLength", raised],
  ["minItems", raised],
  ["minProperties", raised],
  ["maximum", lowered],
  ["maxLength", lowered],
  ["maxItems", lowered],
  ["maxProperties", lowered],
  ["pattern", changed],
  ["format", changed],
  ["uniqueItems", (old, now) => now === true && old !== true],
];

function valuesOf({ const: only, enum: list }: Schema): readonly unknown[] | null {
  if (list !== undefined) return list;
  return only === undefined ? null : [only];
}

/** The alternatives of a schema, each of one type, with references resolved. */
function variants(schema: Schema, schemas: Schemas): readonly Schema[] {
  if (schema.$ref !== undefined) {
    const found = schemas[schema.$ref.split("/").at(-1) ?? ""];
    if (found === undefined) throw new Error(`${schema.$ref} is not in the document.`);
    return variants(found, schemas);
  }
  if (schema.anyOf !== undefined) {
    const { anyOf, default: common } = schema;
    const all = anyOf.flatMap((one) => variants(one, schemas));
    return common === undefined ? all : all.map((one) => ({ ...one, default: common }));
  }
  const types = [schema.type ?? "anything"].flat();
  return types.map((type) => ({ ...schema, type }));
}

/** Alternatives of the same kind are compared with each other. */
function kindOf({ type, properties }: Schema): string {
  const object = properties?.object?.const;
  return object === undefined ? String(type) : `${type} ${object}`;
}
