import type { LocalRequest } from "../local-route.ts";
import { type BankAnswer, jsonAnswer } from "./answer.ts";
import type { ReceiverDefaults } from "./draft-transfer.ts";
import { BankLedger, type BankStorage } from "./ledger.ts";
import { type LinkBases, PUBLIC_LINK_BASES } from "./links.ts";
import { downAnswer, garbledAnswer, type Mode, realDelay } from "./mode.ts";
import { RECEIPT_ENDPOINTS } from "./receipt-endpoints.ts";
import { renderReceipt } from "./render.ts";
import { RequestLog } from "./request-log.ts";
import type { BankProvider, BankTransfer } from "./transfer.ts";

export interface BankOptions {
  /** Milliseconds since the epoch, of the movable clock. */
  readonly now: () => number;
  readonly defaults?: ReceiverDefaults;
  /** Null: transfers are kept in memory only. */
  readonly storage: BankStorage | null;
  /** Hosts in customers' links; the real public ones by default. */
  readonly linkBases?: Partial<LinkBases>;
  /** Told of each transfer once it is booked; the answer to whoever booked it waits for it. */
  readonly booked?: (transfers: readonly BankTransfer[]) => Promise<void>;
  /** Makes references the same in every run. */
  readonly seed?: string;
}

/** Real time before an answer in mode `slow`. */
const SLOW_MS = 30_000;

/** The state behind the routes: transfers, one mode for each provider, and who asked what. */
export class BankSimulator {
  readonly ledger: BankLedger;
  readonly log = new RequestLog();
  readonly linkBases: LinkBases;
  readonly #options: BankOptions;
  readonly #modes = new Map<BankProvider, Mode>();
  readonly #lookups = new Map<string, number>();
  readonly #turns = new Map<BankProvider, number>();

  constructor(options: BankOptions) {
    this.#options = options;
    this.ledger = new BankLedger(options.storage, options.seed);
    this.linkBases = { ...PUBLIC_LINK_BASES, ...options.linkBases };
  }

  /** Tells whoever wants to know of transfers that were booked. */
  async tell(transfers: readonly BankTransfer[]): Promise<void> {
    await this.#options.booked?.(transfers);
  }

  get nowMs(): number {
    return this.#options.now();
  }

  get defaults(): ReceiverDefaults {
    return this.#options.defaults ?? {};
  }

  mode(provider: BankProvider): Mode {
    return this.#modes.get(provider) ?? "up";
  }

  /** Starts the mode's own sequence (of faces of `down`, kinds of garbage) anew. */
  setMode(provider: BankProvider, mode: Mode): void {
    this.#modes.set(provider, mode);
    this.#turns.delete(provider);
  }

  /** Answers `path` below the provider's base, with the faults of its mode. */
  async serve(
    provider: BankProvider,
    path: string,
    request: LocalRequest,
    signal?: AbortSignal,
  ): Promise<BankAnswer> {
    this.log.add(provider, path, request, this.nowMs);
    const mode = this.mode(provider);
    const turn = this.#turns.get(provider) ?? 0;
    this.#turns.set(provider, turn + 1);
    if (mode === "down") return downAnswer(turn);
    if (mode === "slow") await realDelay(SLOW_MS, signal);
    const finding = RECEIPT_ENDPOINTS[provider](path, request, this.ledger);
    if ("answer" in finding) {
      return mode === "garbled" ? garbledAnswer(finding.answer, turn) : finding.answer;
    }
    if (this.#hiccups(finding.transfer))
      return jsonAnswer(400, { title: "Bad Request", status: 400 });
    const answer = await renderReceipt(finding.transfer, finding.variant, mode === "changed");
    return mode === "garbled" ? garbledAnswer(answer, turn) : answer;
  }

  #hiccups(transfer: BankTransfer): boolean {
    const key = `${transfer.provider}:${transfer.reference}`;
    const lookups = (this.#lookups.get(key) ?? 0) + 1;
    this.#lookups.set(key, lookups);
    return lookups <= transfer.hiccups;
  }
}
