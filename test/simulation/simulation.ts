import type { Role } from "../../lib/contract/roles.ts";
import { AccountPromises } from "./account-promises.ts";
import { Bank } from "./bank.ts";
import { ErasurePromises } from "./erasure-promises.ts";
import { checkMembers } from "./member-promises.ts";
import { MemoryTable } from "./memory-table/memory-table.ts";
import type { Change } from "./memory-table/rows.ts";
import type { Item } from "./memory-table/values.ts";
import { Monitor } from "./monitor.ts";
import { checkNotices } from "./notice-promises.ts";
import { Prng } from "./prng.ts";
import { Queues } from "./queues.ts";
import { PASSPHRASES, Receivers } from "./receivers.ts";
import { ReversalPromises } from "./reversal-promises.ts";
import { checkSales, checkTransfers, checkWhole } from "./sale-promises.ts";
import { time } from "./virtual-time.ts";
import { type Till, Wallet } from "./wallet.ts";

/** A merchant as the simulation knows it. */
export interface Shop {
  readonly accountId: string;
  /** Its owner, and a session of theirs; another member may become the owner. */
  userId: string;
  sessionId: string;
  appId: number;
  /** Apps that it has moved away from. */
  readonly oldApps: number[];
  /** The live key; it changes with a rotation. */
  key: { readonly id: string; readonly secret: string };
  readonly testKey: string;
  /** Live keys that were revoked, and when the service confirmed that (ms). */
  readonly revoked: { readonly secret: string; readonly at: number }[];
  /** Ids of its payment links, deleted ones too. */
  readonly links: string[];
  /** The wallet that its customers pay into. */
  readonly till: Till;
  /** The paired phone; null for none. */
  phone: { readonly sourceId: string; readonly secret: string } | null;
  /** The source into which members paste messages; null for none. */
  pasteId: string | null;
  /** When the service confirmed that the account is closed; null while it is open. */
  closedAt: number | null;
}

/** A checkout as its shop sees it. */
export interface KnownCheckout {
  readonly id: string;
  readonly token: string;
  readonly shop: Shop;
  readonly amount: number;
  readonly livemode: boolean;
  /** The customer's, as the shop gave it. */
  readonly phone: string | null;
  /** Numbers that were typed on its page. */
  readonly typed: string[];
}

/** Someone who joined a shop's team, or tried to. */
export interface KnownMember {
  readonly shop: Shop;
  userId: string;
  readonly accountId: string;
  sessionId: string;
  /** Role that their access token names. */
  token: Role;
}

/** One record of the table's stream. */
export interface StreamRecord {
  readonly id: string;
  readonly at: number;
  readonly change: Change;
}

/** Everything outside the functions: the table, the queues, the stream, the bank, the receivers. */
export class Simulation {
  readonly table: MemoryTable;
  readonly monitor = new Monitor();
  readonly reversals = new ReversalPromises();
  readonly erasures = new ErasurePromises();
  readonly accounts = new AccountPromises({ report: (text) => this.monitor.report(text) });
  readonly queues: Queues;
  readonly bank: Bank;
  readonly wallet: Wallet;
  /** What customers entered: the checkout's id and the reference, or its last four characters. */
  readonly entered: Set<string>;
  /** References of the payments whose messages a phone has sent. */
  readonly handedOn: Set<string>;
  readonly receivers: Receivers;
  readonly shops: Shop[];
  readonly checkouts: KnownCheckout[];
  readonly members: KnownMember[];
  /** Statements that shops have compared. */
  readonly statements: { readonly shop: Shop; readonly id: string }[] = [];
  /** When memberships ended, by account and user (ms). */
  readonly ended = new Map<string, number>();
  readonly streams: Record<"relay-events" | "notify-low-credits", StreamRecord[]> = {
    "relay-events": [],
    "notify-low-credits": [],
  };
  /** Everything that the bus has taken, as its archive keeps it. */
  readonly archive: { readonly at: number; readonly detail: string }[];
  /** What is decided outside the scheduler: bank, receivers, queues. */
  random = new Prng(1);
  /** The bus refuses a part of what it is sent. */
  refusesEvents = false;
  /** The stream passes over a part of the events, as it does after an outage of a day. */
  losesRecords = false;
  /** Sees each commit, e.g. a copy of the table in another region. */
  watch: (changes: readonly Change[]) => void = () => {};
  #records = 0;
  #requests = 0;

  /** @param before what a restore of the table leaves as it is: messages, the bank, the shops */
  constructor(before?: Simulation) {
    this.table = new MemoryTable((changes) => this.#onCommit(changes));
    this.queues = before?.queues ?? new Queues();
    this.bank = before?.bank ?? new Bank(() => this.random);
    this.wallet = before?.wallet ?? new Wallet(() => this.random);
    this.entered = before?.entered ?? new Set();
    this.handedOn = before?.handedOn ?? new Set();
    this.shops = before?.shops ?? [];
    this.checkouts = before?.checkouts ?? [];
    this.members = before?.members ?? [];
    this.archive = before?.archive ?? [];
    this.receivers = new Receivers(this.monitor, () => this.random);
    for (const [id, taken] of before?.receivers.accepted ?? []) {
      this.receivers.accepted.set(id, new Set(taken));
    }
  }

  /** Numbered in each simulation, so that a replay stores the same ids. */
  nextRequestId(): string {
    this.#requests += 1;
    return `request-${this.#requests}`;
  }

  /** The text of a secret by its id in Secrets Manager. */
  secret(id: string): string {
    return id.endsWith("webhook-encryption-key") ? JSON.stringify(PASSPHRASES) : "{}";
  }

  /** Puts a copy of a table's items into this one, which is empty. */
  load(items: readonly Item[]): void {
    for (const item of items) {
      this.table.rows.replace(null, item);
      this.monitor.note({ before: null, after: item });
      this.reversals.note(item);
      this.accounts.note({ before: null, after: item });
    }
  }

  /** Items of a kind, as they are stored. */
  itemsOf(entity: string): Item[] {
    return [...this.table.rows.items.values()].filter((item) => item.entity === entity);
  }

  /** The state of a checkout as it is stored now. */
  stateOf(checkoutId: string): Item | null {
    return this.table.rows.get({ pk: `CO#${checkoutId}`, sk: "CO.state" });
  }

  #onCommit(changes: readonly Change[]): void {
    this.watch(changes);
    this.monitor.onCommit(changes);
    checkNotices(this, changes);
    this.reversals.check(this, changes);
    this.accounts.check(changes);
    this.erasures.check(this, changes);
    checkMembers(this, changes);
    checkSales(this, changes);
    checkTransfers(this, changes);
    checkWhole(this, changes);
    for (const change of changes) {
      const { before, after } = change;
      const entity = after?.entity;
      this.#records += 1;
      const record = { id: `record-${this.#records}`, at: time.now, change };
      if (entity === "credits") this.streams["notify-low-credits"].push(record);
      if (entity === "event" && before === null && !this.#isLost()) {
        this.streams["relay-events"].push(record);
      }
    }
  }

  #isLost(): boolean {
    return this.losesRecords && this.random.chance(0.2);
  }
}
