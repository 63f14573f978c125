import { type Direction, type Schema, SchemaComparison, type Schemas } from "./schema-changes.ts";

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
