import { randomUUID } from "node:crypto";
import {
  type DraftContext,
  draftTransfers,
  type ReceiverDefaults,
  seededCharacters,
  type TransferInput,
} from "./draft-transfer.ts";
import type { BankProvider, BankTransfer } from "./transfer.ts";

/** Where the transfers lie between two starts: one text, whole. */
export interface BankStorage {
  load(): string | null;
  save(text: string): void;
}

interface Saved {
  readonly version: 1;
  readonly seed: string;
  /** Transfers made so far: each draws its characters from a stream of its own. */
  readonly count: number;
  readonly transfers: readonly BankTransfer[];
}

/** All transfers of all providers, kept in `storage` after each change; null: in memory only. */
export class BankLedger {
  readonly #storage: BankStorage | null;
  readonly #byKey = new Map<string, BankTransfer>();
  readonly #byToken = new Map<string, BankTransfer>();
  readonly #seed: string;
  #count: number;

  /** Throws where the stored text is not what `save` wrote: a lost ledger must not pass silently. */
  constructor(storage: BankStorage | null, seed?: string) {
    this.#storage = storage;
    const text = storage?.load() ?? null;
    const saved = text === null ? null : (JSON.parse(text) as Saved);
    if (saved !== null && saved.version !== 1) {
      throw new Error("the bank simulator's data is of another version: delete it");
    }
    this.#seed = saved?.seed ?? seed ?? randomUUID();
    this.#count = saved?.count ?? 0;
    for (const transfer of saved?.transfers ?? []) this.#put(transfer);
  }

  /** Books the transfer; the first of the result is the asked provider's leg. */
  book(input: TransferInput, nowMs: number, defaults: ReceiverDefaults): BankTransfer[] {
    const context: DraftContext = {
      nowMs,
      defaults,
      characters: seededCharacters(`${this.#seed}:${this.#count}`),
      taken: (provider, reference) => this.#byKey.has(keyOf(provider, reference)),
    };
    const legs = draftTransfers(input, context);
    this.#count += 1;
    for (const transfer of legs) this.#put(transfer);
    this.#save();
    return legs;
  }

  find(provider: BankProvider, reference: string): BankTransfer | null {
    return this.#byKey.get(keyOf(provider, reference)) ?? null;
  }

  findToken(token: string): BankTransfer | null {
    return this.#byToken.get(token) ?? null;
  }

  /** Oldest first. */
  list(): BankTransfer[] {
    return [...this.#byKey.values()];
  }

  #put(transfer: BankTransfer): void {
    this.#byKey.set(keyOf(transfer.provider, transfer.reference), transfer);
    if (transfer.token !== null) this.#byToken.set(transfer.token, transfer);
  }

  #save(): void {
    if (this.#storage === null) return;
    const saved: Saved = {
      version: 1,
      seed: this.#seed,
      count: this.#count,
      transfers: this.list(),
    };
    this.#storage.save(JSON.stringify(saved));
  }
}

function keyOf(provider: BankProvider, reference: string): string {
  return `${provider}:${reference}`;
}
