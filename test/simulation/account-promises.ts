import { buyerOf, purchaseIdOf, readPurchase } from "../../lib/domain/payment-link.ts";
import type { Change } from "./memory-table/rows.ts";
import type { Item } from "./memory-table/values.ts";
import type { Monitor } from "./monitor.ts";
import { time } from "./virtual-time.ts";

/** Requests that began before a change have ended by then, whatever their clock says. */
const IN_FLIGHT_MS = 60_000;

interface Place {
  readonly accountId: string;
  readonly appId: number;
  readonly createdAt: number;
  readonly purchaseId: string | null;
  readonly amount: number;
}

/** Watches what closed and suspended accounts, deleted apps, approval limits and purchases of credits promise. */
export class AccountPromises {
  readonly #report: (violation: string) => void;
  /** When accounts and apps ended, accounts were suspended, and limits came to be as they are; ms. */
  readonly #endedAt = new Map<string, number>();
  readonly #suspendedAt = new Map<string, number>();
  readonly #limits = new Map<string, { readonly at: number; readonly limit: number | null }>();
  readonly #terms = new Map<string, Place>();
  /** Times of the changes whose messages are not lost with another region. */
  readonly #behindSince = new Set<unknown>();
  /** Credits that each purchase has brought, by its id. */
  readonly #granted = new Map<string, number>();
  /** What an endpoint subscribed to, and since when (ms). */
  readonly #subscribed = new Map<string, { at: number; events: readonly string[] }[]>();

  constructor({ report }: { readonly report: Monitor["report"] }) {
    this.#report = report;
  }

  check(changes: readonly Change[]): void {
    for (const { before, after } of changes) {
      if (after === null) continue;
      if (after.entity === "checkout" && before === null) this.#checkMade(after);
      if (after.entity === "checkout_state") this.#checkVerified(before, after);
      if (after.entity === "audit") this.#checkApproval(after);
      if (after.entity === "account") this.#behindSince.add(after.pagesBehindSince);
      this.note({ before, after });
    }
  }

  /** Learns an item, e.g. one of a restored table. */
  note({ before, after }: Change): void {
    if (after === null) return;
    const { entity, id, accountId, appId } = after;
    if (entity === "account") this.#noteAccount(before, after);
    if (entity === "app" && after.deletedAt != null) this.#end(`${accountId} ${appId}`);
    if (entity === "checkout") this.#terms.set(String(id), after as unknown as Place);
    if (entity === "endpoint") {
      const versions = this.#subscribed.get(String(id)) ?? [];
      const events = after.events as readonly string[];
      this.#subscribed.set(String(id), [...versions, { at: time.now, events }]);
    }
    if (entity === "ledger" && before === null && after.kind === "grant") {
      const source = String(after.source);
      this.#granted.set(source, (this.#granted.get(source) ?? 0) + Number(after.credits));
    }
  }

  #noteAccount(before: Item | null, after: Item): void {
    const id = String(after.pk).slice("ACC#".length);
    if (after.closedAt !== null) this.#end(id);
    if (after.suspended === undefined) this.#suspendedAt.delete(id);
    else if (before?.suspended === undefined) this.#suspendedAt.set(id, time.now);
    const limit = (after.approvalLimit ?? null) as number | null;
    if (this.#limits.get(id)?.limit !== limit) this.#limits.set(id, { at: time.now, limit });
  }

  #end(what: string): void {
    if (!this.#endedAt.has(what)) this.#endedAt.set(what, time.now);
  }

  #checkMade({ id, accountId, appId }: Item): void {
    for (const what of [String(accountId), `${accountId} ${appId}`]) {
      const at = this.#endedAt.get(what);
      if (at !== undefined && time.now > at + IN_FLIGHT_MS) {
        this.#report(`${id}: made after the end of ${what}`);
      }
    }
    const at = this.#suspendedAt.get(String(accountId));
    if (at !== undefined && time.now > at + IN_FLIGHT_MS) {
      this.#report(`${id}: made for the suspended account ${accountId}`);
    }
  }

  /** What was undecided kept its account, its app and its buyer's account from ending, and nothing was ordered meanwhile. */
  #checkVerified(before: Item | null, after: Item): void {
    if (after.status !== "verified" || before?.status === "verified") return;
    const id = String(after.pk).slice("CO#".length);
    const terms = this.#terms.get(id);
    if (terms === undefined) return;
    const { accountId, appId, createdAt } = terms;
    const buyer = String(buyerOf(terms));
    if (this.#endedAt.has(buyer))
      this.#report(`${id}: verified after the end of its buyer ${buyer}`);
    for (const what of [accountId, `${accountId} ${appId}`]) {
      const at = this.#endedAt.get(what);
      // What was made while it ended is canceled two minutes later, and can be paid until then.
      if (at !== undefined && createdAt < at - IN_FLIGHT_MS) {
        this.#report(`${id}: verified after the end of ${what}`);
      }
    }
  }

  #checkApproval({ action, accountId, role, objectId }: Item): void {
    if (action !== "checkout.approved" || role === "owner") return;
    const { at = 0, limit = null } = this.#limits.get(String(accountId)) ?? {};
    const amount = this.#terms.get(String(objectId))?.amount ?? 0;
    if (limit === null || amount <= limit || time.now <= at + IN_FLIGHT_MS) return;
    this.#report(`${objectId}: ${amount} approved by a ${role} above the limit of ${limit}`);
  }

  /** Whether an endpoint has subscribed to the type since before `at` (ms), and ever since. */
  isSubscribed(endpointId: string, type: string, at: number): boolean {
    const versions = this.#subscribed.get(endpointId) ?? [];
    const first = versions.findLastIndex((version) => version.at <= at - IN_FLIGHT_MS);
    const since = versions.slice(Math.max(first, 0));
    return since.every(({ events }) => events.includes("*") || events.includes(type));
  }

  /**
   * What must hold once everything has come to rest.
   *
   * @param statusOf the stored status of a checkout
   */
  checkAtRest(accounts: readonly Item[], statusOf: (checkoutId: string) => unknown): void {
    for (const { pk, pagesBehindSince } of accounts) {
      if (pagesBehindSince !== undefined && this.#behindSince.has(pagesBehindSince)) {
        this.#report(`${pk}: its pay pages are behind at rest`);
      }
    }
    for (const [id, { accountId, createdAt }] of this.#terms) {
      const status = statusOf(id);
      const endedAt = this.#endedAt.get(accountId);
      // As above: what was paid in these two minutes may have gone to review, where it stays.
      const isEarlier = endedAt !== undefined && createdAt < endedAt - IN_FLIGHT_MS;
      const isUndecided = status === "open" || (status === "review" && isEarlier);
      if (isUndecided && endedAt !== undefined) {
        this.#report(`${id}: ${status} in a closed account`);
      }
      this.#checkGranted(id, status === "verified");
    }
  }

  #checkGranted(id: string, isPaid: boolean): void {
    const bought = readPurchase(this.#terms.get(id)?.purchaseId ?? "");
    if (bought === null) return;
    const granted = this.#granted.get(purchaseIdOf(id)) ?? 0;
    if (granted !== (isPaid ? bought.credits : 0)) {
      this.#report(`${id}: ${granted} of ${bought.credits} credits granted, paid: ${isPaid}`);
    }
  }
}
