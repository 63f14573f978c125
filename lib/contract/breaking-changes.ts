/**
 * Compares two versions of our OpenAPI document and names each change that can break a merchant's program. The promise
 * behind it, with what may change at any time, is in `docs/compatibility.md`.
 */

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Message {
  readonly required?: boolean;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Operation {
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Message;
  readonly responses: Readonly<Record<string, Message>>;
}
type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
export interface ApiDocument {
  readonly info: { readonly version: string };
  readonly paths: Operations;
  readonly webhooks: Operations;
  readonly components: { readonly schemas: Schemas };
}

/** Surfaces of the promise. Only our own dashboard and command line call the others. */
const PROMISED = ["v1", "public", "service"];

/** One line for each breaking change, without repetitions; empty if there is none. */
export function breakingChanges(before: ApiDocument, after: ApiDocument): readonly string[] {
  const comparison = new Comparison(before, after);
  comparison.operations();
  comparison.webhooks();
  comparison.problems();
  return [...new Set(comparison.found)];
}

class Comparison {
  readonly found: string[] = [];
  readonly #before: ApiDocument;
  readonly #after: ApiDocument;
  readonly #schemas: SchemaComparison;

  constructor(before: ApiDocument, after: ApiDocument) {
    this.#before = before;
    this.#after = after;
    this.#schemas = new SchemaComparison(before.components.schemas, after.components.schemas);
  }

  /** Errors: one schema for all operations. */
  problems(): void {
    const problem = { $ref: "#/components/schemas/Problem" };
    this.found.push(...this.#schemas.compare("Problem", problem, problem, "response"));
  }

  operations(): void {
    for (const [path, methods] of Object.entries(this.#before.paths)) {
      for (const [method, before] of Object.entries(methods)) {
        if (!PROMISED.includes(before.tags[0] ?? "")) continue;
        const place = `${method.toUpperCase()} ${path}`;
        const after = this.#after.paths[path]?.[method];
        if (after === undefined) this.#add(place, "was removed");
        else this.#operation(place, before, after);
      }
    }
  }

  webhooks(): void {
    for (const [type, { post: before }] of Object.entries(this.#before.webhooks)) {
      const after = this.#after.webhooks[type]?.post;
      const place = `event ${type}`;
      if (before === undefined) continue;
      if (after === undefined) {
        this.#add(place, "was removed");
        continue;
      }
      for (const { name } of before.parameters ?? []) {
        const isKept = after.parameters?.some((one) => one.name === name) ?? false;
        if (!isKept) this.#add(place, `no longer has the header ${name}`);
      }
      this.#message(place, before.requestBody, after.requestBody, "response");
    }
  }

  #operation(place: string, before: Operation, after: Operation): void {
    this.#security(place, before, after);
    this.#parameters(place, before.parameters ?? [], after.parameters ?? []);
    const [body, newBody] = [before.requestBody, after.requestBody];
    if (newBody?.required === true && body?.required !== true) {
      this.#add(place, "now requires a body");
    }
    this.#message(`${place} request`, body, newBody, "request");
    for (const [status, response] of successes(before)) {
      const now = after.responses[status];
      if (now === undefined) this.#add(place, `no longer answers ${status}`);
      else this.#message(`${place} ${status}`, response, now, "response");
    }
    for (const [status] of successes(after)) {
      if (before.responses[status] === undefined) this.#add(place, `answers ${status} too`);
    }
  }

  #security(place: string, { security: before }: Operation, { security: after }: Operation): void {
    if (before.length === 0 && after.length > 0) this.#add(place, "now needs a credential");
    const names = after.map((one) => JSON.stringify(one));
    const lost = before.filter((one) => after.length > 0 && !names.includes(JSON.stringify(one)));
    for (const one of lost) {
      this.#add(place, `no longer accepts the credential ${Object.keys(one).join(", ")}`);
    }
  }

  #parameters(place: string, before: readonly Parameter[], after: readonly Parameter[]): void {
    const find = (list: readonly Parameter[], one: Parameter) =>
      list.find(({ name, in: where }) => name === one.name && where === one.in);
    for (const parameter of before) {
      const now = find(after, parameter);
      const name = `${place} ${parameter.in} parameter ${parameter.name}`;
      if (now === undefined) this.#add(name, "is no longer accepted");
      else this.#schema(name, parameter.schema, now.schema, "request");
    }
    for (const parameter of after.filter(({ required }) => required === true)) {
      if (find(before, parameter)?.required !== true) {
        this.#add(`${place} ${parameter.in} parameter ${parameter.name}`, "is now required");
      }
    }
  }

  #message(
    place: string,
    before: Message | undefined,
    after: Message | undefined,
    direction: Direction,
  ): void {
    for (const [type, { schema }] of Object.entries(before?.content ?? {})) {
      const now = after?.content?.[type];
      if (now === undefined) this.#add(place, `no longer has the media type ${type}`);
      else this.#schema(place, schema, now.schema, direction);
    }
    for (const header of Object.keys(before?.headers ?? {})) {
      const isKept = Object.keys(after?.headers ?? {}).includes(header);
      if (!isKept) this.#add(place, `no longer has the header ${header}`);
    }
  }

  #schema(place: string, before: Schema, after: Schema, direction: Direction): void {
    this.found.push(...this.#schemas.compare(place, before, after, direction));
  }

  #add(place: string, change: string): void {
    this.found.push(`${place}: ${change}`);
  }
}

function successes({ responses }: Operation): readonly (readonly [string, Message])[] {
  return Object.entries(responses).filter(([status]) => /^[23]/.test(status));
}

/** The part of JSON Schema that our documents use. */
interface Schema {
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
type Schemas = Readonly<Record<string, Schema>>;

/** `request`: what a merchant sends must stay accepted. `response`: what a merchant receives must stay readable. */
type Direction = "request" | "response";

/** Compares schemas of two documents. Each pair of named schemas is compared, and its changes are named, once. */
class SchemaComparison {
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
