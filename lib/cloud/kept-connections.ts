import type { Client, Dispatcher } from "undici";

/** A connection is used no longer than this after its address was checked: names can move. */
export const RECHECK_AFTER_MS = 60_000;
/**
 * Idle for longer by the wall clock, a connection is dropped. Many receivers close idle ones after five
 * seconds, and a process that was frozen meanwhile (Lambda, between two invocations) does not notice.
 */
export const LONGEST_IDLE_MS = 4_000;
/** Idle connections kept over all receivers. The longest idle ones are closed first. */
const MOST_IDLE = 50;

/** One connection to a receiver's origin, used for one POST at a time. */
export interface KeptConnection {
  readonly origin: string;
  readonly client: Client;
  /** Aborts the current POST, and the dial that it waits for. */
  deadline: AbortSignal;
  /** Address of the open socket; null before there is one. */
  address: string | null;
  /** When that address was checked, ms. */
  checkedAt: number;
  /** When the last POST over it ended, ms; 0 before that. */
  usedAt: number;
}

/** Idle connections by origin. */
export class KeptConnections {
  readonly #idle = new Map<string, KeptConnection[]>();
  readonly #now: () => number;
  #count = 0;

  /** @param now ms by the wall clock, which goes on while the process is frozen */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** An idle connection to an origin that may still be used, out of the pool; null if there is none. */
  take(origin: string): KeptConnection | null {
    const list = this.#idle.get(origin) ?? [];
    for (let found = list.pop(); found !== undefined; found = list.pop()) {
      this.#count -= 1;
      if (list.length === 0) this.#idle.delete(origin);
      if (this.#isFresh(found)) return found;
      void found.client.destroy();
    }
    return null;
  }

  /** Gives back a connection whose last answer was read to its end. */
  keep(connection: KeptConnection): void {
    connection.usedAt = this.#now();
    const list = this.#idle.get(connection.origin) ?? [];
    list.push(connection);
    this.#idle.set(connection.origin, list);
    this.#count += 1;
    if (this.#count > MOST_IDLE) this.#dropOldest();
  }

  async close(): Promise<void> {
    const all = [...this.#idle.values()].flat();
    this.#idle.clear();
    this.#count = 0;
    await Promise.all(all.map(({ client }) => client.destroy()));
  }

  #isFresh({ client, checkedAt, usedAt }: KeptConnection): boolean {
    const now = this.#now();
    const within = (since: number, most: number) => since <= now && now - since < most;
    return (
      !client.destroyed && within(checkedAt, RECHECK_AFTER_MS) && within(usedAt, LONGEST_IDLE_MS)
    );
  }

  #dropOldest(): void {
    // Maps keep the order of insertion; a list's first entry is its longest idle one.
    const [origin, list] = this.#idle.entries().next().value ?? [];
    const oldest = list?.shift();
    if (origin === undefined || oldest === undefined) return;
    if (list?.length === 0) this.#idle.delete(origin);
    this.#count -= 1;
    void oldest.client.destroy();
  }
}

const LONGEST_HEADER_VALUE = 512;

const KEPT_HEADERS = [
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "location",
  "retry-after",
  "server",
  "webhook-delivery",
  "x-request-id",
];

type Headers = Dispatcher.ResponseData["headers"];

/** Whether the body is not compressed. A body that was compressed unasked is not unpacked. */
export function isPlain(headers: Headers): boolean {
  return ["", "identity"].includes(String(headers["content-encoding"] ?? "").toLowerCase());
}

/** The response headers that an attempt keeps, each cut to 512 characters. */
export function chooseHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers[name];
      if (value === undefined) return [];
      const text = typeof value === "string" ? value : value.join(", ");
      return [[name, text.slice(0, LONGEST_HEADER_VALUE)]];
    }),
  );
}
