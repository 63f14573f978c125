import type { Simulation } from "./simulation.ts";

/** An event that was committed and is not in the copy. */
export interface LostEvent {
  readonly id: string;
  readonly accountId: string;
  readonly body: string;
}

/** What the merchants' servers notice of a restore, one line for each kind. */
export function compareReceipts(
  before: Simulation,
  after: Simulation,
  lost: readonly LostEvent[],
): readonly string[] {
  const first = pairsOf(before);
  const second = pairsOf(after);
  const twice = [...second.keys()].filter((pair) => first.has(pair));
  const ghosts = lost.filter(({ id }) => wasTaken(before, id));
  const never = lost.filter(({ id }) => !wasTaken(before, id) && !wasTaken(after, id));
  const known = verifiedIn(first);
  const renewed = verifiedIn(new Map([...second].filter(([pair]) => !first.has(pair)))).filter(
    (pair) => known.includes(pair),
  );
  const forgotten = checkoutsOf(never).filter((id) => !isNamedIn(second, id));
  return [
    `Receivers got twice, with the same webhook-id: ${twice.length} POSTs.`,
    `Receivers got checkout.verified of one checkout twice, with two ids: ${renewed.length}.`,
    `Receivers got before the loss what the table no longer knows: ${ghosts.length} events, ` +
      `${ghosts.filter(isVerified).length} of them checkout.verified.`,
    `Receivers never got and never will: ${never.length} events ` +
      `(${forgotten.length} checkouts that no event names any more).`,
  ];
}

type Pairs = ReadonlyMap<string, { readonly endpointId: string; readonly body: string }>;

/** What was taken, by endpoint and event. */
function pairsOf({ receivers }: Simulation): Pairs {
  return new Map(
    receivers.log.map((post) => [`${post.endpointId} ${post.eventId}`, post] as const),
  );
}

/** Endpoint and checkout of each `checkout.verified` that was taken. */
function verifiedIn(pairs: Pairs): readonly string[] {
  return [...pairs.values()]
    .filter(isVerified)
    .map(({ endpointId, body }) => `${endpointId} ${objectId(body)}`);
}

function isVerified({ body }: { readonly body: string }): boolean {
  return body.includes('"type":"checkout.verified"');
}

function objectId(body: string): string {
  return (JSON.parse(body) as { data: { object: { id?: string } } }).data.object.id ?? "";
}

function wasTaken({ receivers }: Simulation, eventId: string): boolean {
  return receivers.log.some((post) => post.eventId === eventId);
}

function checkoutsOf(events: readonly LostEvent[]): readonly string[] {
  return [...new Set(events.map(({ body }) => objectId(body)))];
}

function isNamedIn(pairs: Pairs, id: string): boolean {
  return [...pairs.values()].some(({ body }) => objectId(body) === id);
}
