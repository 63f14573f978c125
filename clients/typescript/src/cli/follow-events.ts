import type { ApiEvent, Client } from "../client.ts";
import type { KnownEventType } from "../generated/operations.ts";
import { ApiProblem } from "../problem.ts";
import { pause } from "../wait-for-outcome.ts";

const INTERVAL_MS = 1_000;
const PAUSE_AFTER_FAULT_MS = 5_000;
/** Known events in a row after which nothing new is expected. */
const OVERLAP = 20;
const LARGEST_PAGE = 100;

export interface FollowOptions {
  /** How many past events of these types come first. Default 0. */
  readonly replay?: number;
  /** Event types to yield. Default: all. */
  readonly types?: readonly KnownEventType[];
  /** Called once: from now on, no new event is missed. */
  readonly onStart?: () => void;
  /** Called after each past event that the caller has handled. */
  readonly onReplay?: (done: number, total: number) => void;
  /** Called when the service did not answer as expected; the loop goes on. */
  readonly onFault?: (message: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Yields the last `replay` events and then each new one, oldest first and each once. It reads the list of events, so it
 * works behind any firewall, and survives outages of the service. Ends only when the loop is left or the signal aborts.
 *
 * @throws ApiProblem if the service refuses the key
 */
export async function* followEvents(
  client: Pick<Client, "events">,
  { replay = 0, types, onStart, onReplay, onFault, signal }: FollowOptions = {},
): AsyncGenerator<ApiEvent, void, undefined> {
  const wanted: readonly string[] | undefined = types;
  const isWanted = ({ type }: ApiEvent) => wanted === undefined || wanted.includes(type);
  /** Null, after a pause, where the service did not answer as expected. */
  const tryTo = async <T>(read: () => Promise<T>): Promise<T | null> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ApiProblem) || !isPassing(error)) throw error;
      onFault?.(`${error.message} Retrying.`);
      await pause(PAUSE_AFTER_FAULT_MS, signal).catch(() => {});
      return null;
    }
  };
  let past: readonly ApiEvent[] | null = null;
  while (past === null && !signal?.aborted) {
    past = await tryTo(() => pastEvents(client, replay, types));
  }
  if (past === null) return;
  onStart?.();
  const seen = new Set(past.map(({ id }) => id));
  const replayed = past.filter(isWanted).slice(0, replay).reverse();
  for (const [index, event] of replayed.entries()) {
    yield event;
    onReplay?.(index + 1, replayed.length);
  }
  const start = past[0]?.created_at ?? "";
  while (!signal?.aborted) {
    const fresh = await tryTo(() => unseen(client, seen, start));
    if (fresh === null) continue;
    for (const event of fresh) {
      seen.add(event.id);
      if (isWanted(event)) yield event;
    }
    await pause(INTERVAL_MS, signal).catch(() => {});
  }
}

/** The newest event of all and the last `replay` ones of `types` or more, newest first. */
async function pastEvents(
  client: Pick<Client, "events">,
  replay: number,
  types: readonly KnownEventType[] | undefined,
): Promise<readonly ApiEvent[]> {
  if (types === undefined || replay === 0) return latest(client, Math.max(1, replay));
  // The newest one first: what happens meanwhile comes after it.
  const found = await latest(client, 1);
  for (const type of new Set(types)) found.push(...(await latest(client, replay, type)));
  const byId = new Map(found.map((event) => [event.id, event]));
  return [...byId.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
}

/** The last `count` events, newest first. */
async function latest(
  client: Pick<Client, "events">,
  count: number,
  type?: KnownEventType,
): Promise<ApiEvent[]> {
  const found: ApiEvent[] = [];
  const query = { limit: Math.min(count, LARGEST_PAGE), ...(type && { type }) };
  for await (const event of client.events.all(query)) {
    found.push(event);
    if (found.length >= count) break;
  }
  return found;
}

/** Events since `start` that are not in `seen`, oldest first. */
async function unseen(
  client: Pick<Client, "events">,
  seen: ReadonlySet<string>,
  start: string,
): Promise<ApiEvent[]> {
  const fresh: ApiEvent[] = [];
  let known = 0;
  for await (const event of client.events.all({ limit: 50 })) {
    // The list is eventually consistent: an older event can appear after a newer one.
    if (event.created_at < start || known >= OVERLAP) break;
    if (seen.has(event.id)) known += 1;
    else fresh.push(event);
  }
  return fresh.reverse();
}

/** No answer, a throttle or an error of the service: all of them pass. */
function isPassing({ code, status }: ApiProblem): boolean {
  return code === "unreachable" || status === 429 || status >= 500;
}
