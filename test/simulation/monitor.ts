import { type CheckoutStatus, TRANSITIONS } from "../../lib/domain/checkout.ts";
import { deliveryFrom } from "../../lib/store/deliveries.ts";
import { unpackText } from "../../lib/store/shape.ts";
import { Balances } from "./balances.ts";
import { isErasure, redacted } from "./erasure-promises.ts";
import { ListedAttempts } from "./listed-attempts.ts";
import type { Change } from "./memory-table/rows.ts";
import { type Item, isEqual } from "./memory-table/values.ts";
import { time } from "./virtual-time.ts";

const ID = /\b(?:co|att|evt|whk|dlv|key|led|aud|pm|rcv)_[0-9a-z]{26}\b/g;

const EVENTS: readonly string[] = ["event", "unrelayed_event"];

/** The published changes of a checkout: the last number, and the events. */
interface Published {
  readonly sequence: number;
  readonly eventIds: readonly string[];
}

const NOTHING_PUBLISHED: Published = { sequence: 0, eventIds: [] };

function publishedIn({ sequence, eventIds }: Item): Published {
  return { sequence: Number(sequence), eventIds: eventIds as string[] };
}

interface ListedPayment {
  readonly state: string;
  readonly amount: number | null;
  readonly claims: readonly string[];
}

function paymentsIn(state: Item | null): readonly ListedPayment[] {
  return (state?.payments ?? []) as readonly ListedPayment[];
}

function countedIn(state: Item | null): readonly ListedPayment[] {
  return paymentsIn(state).filter(({ state: one }) => one === "counted");
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
      /** As it was before it was redacted. */
      readonly full?: string;
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
  /** Owner of each claim, by its key, and the claims that each checkout lists. */
  readonly #claims = new Map<string, string>();
  readonly #listed = new Map<string, readonly string[]>();
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
    this.#checkClaims(writes);
    for (const change of writes.get("ledger") ?? []) {
      if (change.before !== null) this.report(`a ledger entry changed: ${change.before.sk}`);
    }
    this.#balances.check(writes.get("credits") ?? [], writes.get("ledger") ?? []);
    this.#attempts.check(changes);
    for (const { before, after } of EVENTS.flatMap((entity) => writes.get(entity) ?? []))
      this.#checkEvent(before, after);
    for (const { before, after } of writes.get("delivery") ?? [])
      this.#checkDelivery(before, after);
  }

  /** However often its event comes to the fan-out, ahead of the relay and from it. */
  #checkDelivery(before: Item | null, after: Item | null): void {
    if (before === null || after === null) return;
    const { id, createdAt } = deliveryFrom(after);
    if (deliveryFrom(before).createdAt === createdAt) return;
    this.report(`${id}: a delivery was made twice`);
  }

  #checkEvent(before: Item | null, after: Item | null): void {
    if (before === null || after === null || isEqual(before.body, after.body)) return;
    const [full, body] = [unpackText(before.body), unpackText(after.body)];
    if (body !== redacted(full)) this.report(`${after.id}: the body of an event changed`);
    const event = this.events.get(String(after.id));
    if (event !== undefined) this.events.set(String(after.id), { ...event, body, full });
  }

  /** Learns an item, e.g. one of a restored table. */
  note({ before, after }: Change): void {
    this.#balances.note(before, after);
    this.#attempts.note(before, after);
    this.#noteClaims(before, after);
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
    if (EVENTS.includes(String(entity))) this.#noteEvent(after);
  }

  #noteEvent({ id, accountId, body, triggered }: Item): void {
    if (this.events.has(String(id))) return;
    const isTriggered = triggered === true;
    const text = unpackText(body);
    this.events.set(String(id), { accountId: String(accountId), body: text, isTriggered });
    if (!isTriggered) this.#checkSum(String(id), text);
  }

  /** What an event says was received is the sum of the payments that it lists as counted. */
  #checkSum(id: string, body: string): void {
    const { payments, amount_received } = JSON.parse(body).data.object;
    if (payments === undefined) return;
    const counted = (payments as ListedPayment[]).filter(({ state }) => state === "counted");
    const sum = counted.reduce((all, { amount }) => all + (amount ?? 0), 0);
    if (sum !== amount_received) this.report(`${id}: it tells ${amount_received}, not ${sum}`);
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
    if (after === null || isErasure(before, after)) return;
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

  /** Each published change has a number and names its committed event; another change has only a number. */
  #checkPublished(id: string, before: Item | null, after: Item): void {
    const old = before === null ? NOTHING_PUBLISHED : publishedIn(before);
    const now = publishedIn(after);
    const numbered = now.sequence - old.sequence;
    const events = now.eventIds.length - old.eventIds.length;
    const isReopened = before?.status === "review" && after.status === "open";
    const isSilent = before?.status === after.status || isReopened;
    const isOwn = isSilent && numbered === 1 && events === 0;
    if (numbered !== events && !isOwn) this.report(`${id}: ${numbered} changes, ${events} events`);
    const isSame = isEqual(before?.payments ?? [], after.payments);
    if (!isSame && numbered === 0) this.report(`${id}: its payments changed without a number`);
    for (const eventId of now.eventIds) {
      if (!this.events.has(eventId)) this.report(`${id}: its event ${eventId} was not committed`);
    }
    this.#checkRest(id, before, after, now.eventIds.slice(old.eventIds.length));
  }

  /** Each counted payment that leaves a rest is told once, and nothing else is. */
  #checkRest(id: string, before: Item | null, after: Item, eventIds: readonly string[]): void {
    const told = eventIds.filter((eventId) =>
      this.events.get(eventId)?.body.includes('"type":"checkout.partially_paid"'),
    ).length;
    const [old, now] = [countedIn(before), countedIn(after)];
    const amount = Number(this.#terms.get(id)?.amount);
    const isShort = Number(after.amountReceived) < amount && after.status !== "verified";
    const isAdded = now.length > old.length;
    if (told > (isShort ? 1 : 0)) this.report(`${id}: a rest was told ${told} times`);
    if (isAdded && isShort && told === 0) this.report(`${id}: a rest was not told`);
    const sum = now.reduce((all, one) => all + (one.amount ?? 0), 0);
    if (sum !== after.amountReceived) this.report(`${id}: ${after.amountReceived} is not ${sum}`);
  }

  /** The one transaction: state, capture, ledger entry and event, or none of them; and enough money or a person. */
  #checkVerified(id: string, state: Item, writes: Map<string, Change[]>): void {
    const { livemode, amount } = this.#terms.get(id) ?? {};
    const captures = (writes.get("ledger") ?? []).filter(({ after }) => after?.source === id);
    const verified = (state.eventIds as string[]).filter((eventId) =>
      this.events.get(eventId)?.body.includes('"type":"checkout.verified"'),
    );
    if (captures.length !== (livemode === true ? 1 : 0))
      this.report(`${id}: verified with ${captures.length} captures`);
    if (verified.length !== 1) this.report(`${id}: verified with ${verified.length} events`);
    const isByHand = ((state.review ?? {}) as Item).decidedBy != null;
    if (Number(state.amountReceived) < Number(amount) && !isByHand)
      this.report(`${id}: verified with ${state.amountReceived} of ${amount}`);
    if ((state.payments as unknown[]).length === 0) this.report(`${id}: verified without payment`);
  }

  #noteClaims(before: Item | null, after: Item | null): void {
    const { entity, pk } = after ?? before ?? {};
    if (entity === "claim") {
      if (after === null) this.#claims.delete(String(pk));
      else this.#claims.set(String(pk), String(after.checkoutId));
    }
    if (entity === "checkout_state" && after !== null) {
      const keys = paymentsIn(after).flatMap(({ claims }) => claims);
      this.#listed.set(String(pk).slice("CO#".length), keys);
    }
  }

  /** Each claim names the one checkout that lists it, after every commit. */
  #checkClaims(writes: Map<string, Change[]>): void {
    for (const { after } of writes.get("checkout_state") ?? []) {
      const id = String(after?.pk).slice("CO#".length);
      const { accountId, livemode } = this.#terms.get(id) ?? {};
      const scope = `CLM#${accountId}#${livemode === true ? "live" : "test"}`;
      for (const key of this.#listed.get(id) ?? []) {
        const owner = this.#claims.get(`${scope}#${key}`);
        if (owner !== id) this.report(`${id}: its payment ${key} is claimed by ${owner}`);
      }
    }
    for (const change of writes.get("claim") ?? []) this.#checkClaim(change);
  }

  #checkClaim({ before, after }: Change): void {
    if (after === null) return;
    if (!this.#isListed(after))
      this.report(`${after.pk}: claimed by a checkout that does not list it`);
    if (before !== null && this.#isListed(before))
      this.report(`${after.pk}: a claimed reference was claimed again`);
  }

  #isListed({ pk, checkoutId }: Item): boolean {
    const key = String(pk).split("#").slice(3).join("#");
    return this.#listed.get(String(checkoutId))?.includes(key) === true;
  }

  /** Which endpoint a POST went to: its address ends with its id, unless a member has added it. */
  endpointAt(path: string): Item | null {
    return (
      this.endpoints.get(path.split("/").at(-1) ?? "") ??
      [...this.endpoints.values()].find(({ url }) => String(url).endsWith(path)) ??
      null
    );
  }

  checkPost(endpoint: Item, eventId: string, body: string): void {
    const event = this.events.get(eventId);
    if (event === undefined) {
      if (!body.includes('"type":"ping"')) this.report(`${eventId} was sent and never committed`);
      return;
    }
    // One that was on its way when it was redacted.
    if (event.body !== body && event.full !== body)
      this.report(`${eventId}: other bytes were sent than committed`);
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
