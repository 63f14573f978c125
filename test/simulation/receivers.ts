import { Webhook } from "standardwebhooks";
import { open } from "../../lib/cloud/secret-box.ts";
import { deriveKeyring } from "../../lib/use-cases/webhooks/keyring.ts";
import { type Answer, reply } from "./answer.ts";
import type { Item } from "./memory-table/values.ts";
import type { Monitor } from "./monitor.ts";
import type { Prng } from "./prng.ts";
import { time } from "./virtual-time.ts";

/** How a merchant's server answers for a while. */
export const RECEIVER_MOODS = [
  "well",
  "failing",
  "hanging",
  "slow",
  "busy",
  "gone",
  "broken",
] as const;
export type ReceiverMood = (typeof RECEIVER_MOODS)[number];

/** `webhook-encryption-key` of this simulation. */
export const PASSPHRASES = { current: "1", "1": "a passphrase of the simulation, 32 or more" };
const RING = deriveKeyring({ current: "1", passphrases: { "1": PASSPHRASES["1"] } });

/** The merchants' servers. They believe only what the endpoint's own secret has signed. */
export class Receivers {
  readonly moods = new Map<string, ReceiverMood>();
  /** Events that a server has taken with 200, by endpoint. */
  readonly accepted = new Map<string, Set<string>>();
  posts = 0;
  /** Every POST that was taken, oldest first. */
  readonly log: { readonly endpointId: string; readonly eventId: string; readonly body: string }[] =
    [];
  readonly #monitor: Monitor;
  readonly #random: () => Prng;

  constructor(monitor: Monitor, random: () => Prng) {
    this.#monitor = monitor;
    this.#random = random;
  }

  receive(path: string, headers: Readonly<Record<string, string>>, body: string): Answer {
    this.posts += 1;
    const eventId = headers["webhook-id"] ?? "";
    const endpoint = this.#monitor.endpointAt(path);
    if (endpoint === null) {
      this.#monitor.report(`an event ${eventId} was sent to an endpoint that does not exist`);
      return reply(404, "");
    }
    this.#monitor.checkPost(endpoint, eventId, body);
    if (!isSigned(this.#monitor, endpoint, headers, body)) {
      this.#monitor.report(`${eventId}: a secret signed that is not the endpoint's`);
    }
    const endpointId = String(endpoint.id);
    const answer = this.#answer(this.moods.get(endpointId) ?? "well");
    if (answer.status === 200) {
      this.log.push({ endpointId, eventId, body });
      const taken = this.accepted.get(endpointId) ?? new Set();
      this.accepted.set(endpointId, taken.add(eventId));
    }
    return answer;
  }

  #answer(mood: ReceiverMood): Answer {
    switch (mood) {
      case "well":
        return reply(200, "");
      case "failing":
        return reply(500, "no");
      case "hanging":
        return reply(200, "", 60_000);
      case "slow":
        return reply(200, "", 6_000);
      case "busy":
        return { ...reply(429, ""), headers: { "retry-after": "120" } };
      case "gone":
        return this.#random().chance(0.05) ? reply(410, "") : reply(200, "");
      case "broken":
        return this.#random().chance(0.5) ? reply(0, "") : reply(200, "");
    }
  }
}

/** A sender that had read the secret just before a rotation may still sign with it. */
const ROTATION_GRACE_MS = 60_000;

function isSigned(
  { secrets }: Monitor,
  endpoint: Item,
  headers: Readonly<Record<string, string>>,
  body: string,
): boolean {
  const id = String(endpoint.id);
  const known = secrets.get(id) ?? [];
  const previous = endpoint.previousSecret as { sealed: string } | null;
  const valid = known.filter(({ sealed }, index) => {
    const replacedAt = known[index + 1]?.since ?? Number.POSITIVE_INFINITY;
    return sealed === previous?.sealed || time.now < replacedAt + ROTATION_GRACE_MS;
  });
  return valid.some(({ sealed }) => {
    try {
      new Webhook(open(sealed, id, RING)).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  });
}
