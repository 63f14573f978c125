import { idTime } from "../../domain/ids.ts";
import { checkoutIdOf } from "../../store/checkout-item.ts";
import { unpackText } from "../../store/shape.ts";
import type { Item } from "../../store/transact.ts";

export interface Repaired {
  /** Whole items to store. */
  readonly put: readonly Item[];
  readonly remove: readonly Item[];
  /** What is lost, one line each; names ids only. */
  readonly lost: readonly string[];
}

/** The items of a copied table by key, with what was changed. */
export class CopiedItems {
  readonly #items: Map<string, Item>;
  readonly #before: ReadonlyMap<string, Item>;
  readonly lost: string[] = [];

  constructor(items: Iterable<Item>) {
    this.#before = new Map([...items].map((item) => [nameOf(item), item]));
    this.#items = new Map(this.#before);
  }

  get(key: Item): Item | undefined {
    return this.#items.get(nameOf(key));
  }

  put(item: Item): void {
    this.#items.set(nameOf(item), item);
  }

  remove(key: Item): void {
    this.#items.delete(nameOf(key));
  }

  of(entity: string): readonly Item[] {
    return [...this.#items.values()].filter((item) => item.entity === entity);
  }

  /** Also those that nobody had subscribed to. */
  events(): readonly Item[] {
    return [...this.of("event"), ...this.of("unrelayed_event")];
  }

  /** Also those created after `since` (ms) of which only an event is there. */
  checkoutIds(since: number): ReadonlySet<string> {
    const both = [...this.of("checkout"), ...this.of("checkout_state")];
    const reported = this.events().map((event) => readEvent(event).objectId);
    return new Set([
      ...both.map(({ pk }) => checkoutIdOf({ pk: String(pk), sk: "" })),
      ...reported.filter((id) => (idTime(id) ?? 0) > since),
    ]);
  }

  #index: ReadonlyMap<string, readonly Item[]> | null = null;
  /** Attempts of a checkout. */
  attemptsOf(id: string): readonly Item[] {
    this.#index ??= Map.groupBy(this.of("attempt"), ({ pk }) => String(pk));
    const found = this.#index.get(`ATT#${id}`) ?? [];
    return found.map((item) => this.get(item)).filter((item) => item !== undefined);
  }

  #eventIds: ReadonlySet<unknown> | null = null;
  eventIds(): ReadonlySet<unknown> {
    this.#eventIds ??= new Set(this.events().map(({ id }) => id));
    return this.#eventIds;
  }

  #events: ReadonlyMap<string, readonly Item[]> | null = null;
  /** Events that report a checkout, oldest first. */
  eventsOf(id: string): readonly Item[] {
    this.#events ??= Map.groupBy(this.events(), (event) => readEvent(event).objectId);
    return (this.#events.get(id) ?? []).toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
  }

  result(): Repaired {
    return {
      put: [...this.#items.values()].filter((item) => this.#before.get(nameOf(item)) !== item),
      remove: [...this.#before].flatMap(([key, { pk, sk }]) =>
        this.#items.has(key) ? [] : { pk, sk },
      ),
      lost: this.lost,
    };
  }
}

/** A name of an item, by its key. */
export function nameOf({ pk, sk }: Item): string {
  return `${pk}\n${sk}`;
}

/** Type of an event, and the checkout that it reports; empty for any other. */
export function readEvent({ body, triggered }: Item): Record<"type" | "objectId", string> {
  const none = { type: "", objectId: "" };
  // Someone tests an endpoint with it.
  if (triggered === true) return none;
  try {
    const { type, data } = JSON.parse(unpackText(body));
    if (!String(type).startsWith("checkout.")) return none;
    return { type, objectId: String(data.object.checkout?.id ?? data.object.id) };
  } catch {
    return none;
  }
}
