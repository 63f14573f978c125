import { type CheckoutStatus, TRANSITIONS } from "../../lib/domain/checkout.ts";
import { unpackText } from "../../lib/store/packed-text.ts";
import { Balances } from "./balances.ts";
import { ListedAttempts } from "./listed-attempts.ts";
import type { Change } from "./memory-table/rows.ts";
import { type Item, isEqual } from "./memory-table/values.ts";
import { time } from "./virtual-time.ts";

const ID = /\b(?:co|att|evt|whk|dlv|key|led|aud|pm|rcv)_[0-9a-z]{26}\b/g;

/** The published changes of a checkout: the last number, and the events. */
interface Published {
  readonly sequence: number;
  readonly eventIds: readonly string[];
}

const NOTHING_PUBLISHED: Published = { sequence: 0, eventIds: [] };

function publishedIn({ sequence, eventIds }: Item): Published {
  return { sequence: Number(sequence), eventIds: eventIds as string[] };
}

/**
 * Watches every committed write, every POST and every answer, and notes each broken promise. What one
 * transaction writes is looked at together.
 */
export class Monitor {
  readonly violations: string[] = [];
  /** Items of the kinds that are counted at the end, by their keys. */
  readonly events = new Map<
    string,
    {
      readonly accountId: string;
      readonly body: string;
      /** An example, for one endpoint: nothing of it has happened. */
      readonly isTriggered: boolean;
    }
  >();
  readonly endpoints = new Map<string, Item>();
  /** Sealed signing secrets of each endpoint, the latest last. */
  readonly secrets = new Map<string, { readonly sealed: string; readonly since: number }[]>();
  readonly #balances = new Balances((violation) => this.report(violation));
  readonly #attempts = new ListedAttempts((violation) => this.report(violation));
  readonly #owners = new Map<string, string>();
  readonly #terms = new Map<string, Item>();
  /** Which checkout each request made, by the reference that the client gave it. */
  readonly #made = new Map<string, string>();
  /** Ids that another account may see: the checkouts that sell credits. */
  readonly #shared = new Set<string>();
  commits = 0;

  report(violation: string): void {
    this.violations.push(violation);
  }

  onCommit(changes: readonly Change[]): void {
    this.commits += 1;
    const writes = Map.groupBy(changes, ({ before, after }) => String((after ?? before)?.entity));
    for (const change of changes) this.note(change);
    for (const { before, after } of writes.get("checkout_state") ?? []) {
      this.#checkState(before, after, writes);
    }
    for (const change of writes.get("claim") ?? []) this.#checkClaim(change, writes);
    for (const change of writes.get("ledger") ?? []) {
      if (change.before !== null) this.report(`a ledger entry changed: ${change.before.sk}`);
    }
    this.#balances.check(writes.get("credits") ?? [], writes.get("ledger") ?? []);
    this.#attempts.check(changes);
    for (const { before, after } of writes.get("event") ?? []) this.#checkEvent(before, after);
  }

  #checkEvent(before: Item | null, after: Item | null): void {
    if (before === null || after === null || isEqual(before.body, after.body)) return;
    this.report(`${after.id}: the body of an event changed`);
  }

  /** Learns an item, e.g. one of a restored table. */
  note({ before, after }: Change): void {
    this.#balances.note(before, after);
    this.#attempts.note(before, after);
    if (after === null) {
      // A POST to it may still be on its way.
      if (before?.entity === "endpoint") this.#noteEndpoint({ ...before, deletedAt: time.now });
      return;
    }
    const { entity, id, accountId } = after;
    if (typeof id === "string" && typeof accountId === "string") {
      const owner = this.#owners.get(id);
      if (owner !== undefined && owner !== accountId) this.report(`${id} has two owners`);
      this.#owners.set(id, accountId);
    }
    if (entity === "checkout") {
      this.#terms.set(String(id), after);
      this.#checkRequest(String(id), String(after.clientReference));
      if (after.purchaseId) this.#share(after);
    }
    if (entity === "endpoint") this.#noteEndpoint(after);
    if (entity === "event" || entity === "unrelayed_event") this.#noteEvent(after);
  }

  #noteEvent({ id, accountId, body, triggered }: Item): void {
    if (this.events.has(String(id))) return;
    const isTriggered = triggered === true;
    this.events.set(String(id), {
      ...{ accountId: String(accountId), body: unpackText(body), isTriggered },
    });
  }

  /** However often a client repeats a request, also without having seen an answer. */
  #checkRequest(id: string, reference: string): void {
    if (!reference.startsWith("order-")) return;
    const first = this.#made.get(reference) ?? id;
    if (first !== id) this.report(`one idempotency key made ${first} and ${id}`);
    this.#made.set(reference, first);
  }

  #noteEndpoint(endpoint: Item): void {
    const id = String(endpoint.id);
    const secret = String(endpoint.secret);
    const secrets = this.secrets.get(id) ?? [];
    this.secrets.set(id, secrets);
    if (secrets.at(-1)?.sealed !== secret) secrets.push({ sealed: secret, since: time.now });
    this.endpoints.set(id, endpoint);
  }

  /** A buyer of credits sees the operator's checkout and the account to pay to. */
  #share({ id, methods }: Item): void {
    this.#shared.add(String(id));
    for (const method of methods as { id: string }[]) this.#shared.add(method.id);
  }

  #checkState(before: Item | null, after: Item | null, writes: Map<string, Change[]>): void {
    if (after === null) return;
    const id = String(after.pk).slice("CO#".length);
    const [from, to] = [before?.status ?? "open", after.status] as [CheckoutStatus, CheckoutStatus];
    if (from !== to && !TRANSITIONS[from].includes(to)) this.report(`${id}: ${from} became ${to}`);
    const [old, now] = [Number(before?.version ?? 0), Number(after.version)];
    if (before && now !== old && now !== old + 1)
      this.report(`${id}: version ${old} became ${now}`);
    const pending = (after.pending as unknown[]).length;
    if (pending > 3) this.report(`${id}: ${pending} references pending`);
    this.#checkPublished(id, before, after);
    if (from !== "verified" && to === "verified") this.#checkVerified(id, after, writes);
  }

  /** Each published change has a number and names its committed event; a merchant's own change has only a number. */
  #checkPublished(id: string, before: Item | null, after: Item): void {
    const old = before === null ? NOTHING_PUBLISHED : publishedIn(before);
    const now = publishedIn(after);
    const numbered = now.sequence - old.sequence;
    const events = now.eventIds.length - old.eventIds.length;
    const isOwn = before?.status === after.status && numbered === 1 && events === 0;
    if (numbered !== events && !isOwn) this.report(`${id}: ${numbered} changes, ${events} events`);
    for (const eventId of now.eventIds) {
      if (!this.events.has(eventId)) this.report(`${id}: its event ${eventId} was not committed`);
    }
  }

  /** The one transaction: state, claim, capture, ledger entry and event, or none of them. */
  #checkVerified(id: string, state: Item, writes: Map<string, Change[]>): void {
    const livemode = this.#terms.get(id)?.livemode === true;
    const captures = (writes.get("ledger") ?? []).filter(({ after }) => after?.source === id);
    const claims = (writes.get("claim") ?? []).filter(({ after }) => after?.checkoutId === id);
    const verified = (state.eventIds as string[]).filter((eventId) =>
      this.events.get(eventId)?.body.includes('"type":"checkout.verified"'),
    );
    if (captures.length !== (livemode ? 1 : 0))
      this.report(`${id}: verified with ${captures.length} captures`);
    if (claims.length === 0) this.report(`${id}: verified without a claim`);
    if (verified.length !== 1) this.report(`${id}: verified with ${verified.length} events`);
  }

  #checkClaim({ before, after }: Change, writes: Map<string, Change[]>): void {
    if (before !== null) this.report(`${before.pk}: a used reference was claimed again or freed`);
    const owner = (writes.get("checkout_state") ?? []).find(
      (state) => state.after?.pk === `CO#${after?.checkoutId}` && state.after.status === "verified",
    );
    if (after !== null && owner === undefined)
      this.report(`${after.pk}: claimed by no verified checkout`);
  }

  /** Which endpoint a POST went to: its address ends with its id. */
  endpointAt(path: string): Item | null {
    return this.endpoints.get(path.split("/").at(-1) ?? "") ?? null;
  }

  checkPost(endpoint: Item, eventId: string, body: string): void {
    const event = this.events.get(eventId);
    if (event === undefined) {
      if (!body.includes('"type":"ping"')) this.report(`${eventId} was sent and never committed`);
      return;
    }
    if (event.body !== body) this.report(`${eventId}: other bytes were sent than committed`);
    if (event.accountId !== endpoint.accountId) {
      this.report(`${eventId} of ${event.accountId} was sent to ${String(endpoint.accountId)}`);
    }
  }

  /** No response shows ids of another account. */
  checkAnswer(accountId: string, body: unknown): void {
    for (const [id] of JSON.stringify(body ?? null).matchAll(ID)) {
      const owner = this.#owners.get(id);
      if (owner !== undefined && owner !== accountId && !this.#shared.has(id)) {
        this.report(`${accountId} was shown ${id} of ${owner}`);
      }
    }
  }
}
