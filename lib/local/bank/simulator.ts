import * as z from "zod";
import type { ProviderId } from "../../domain/provider.ts";
import type { LocalRequest, LocalResponse, LocalRoutes } from "../local-route.ts";
import {
  type BankAnswer,
  downAnswer,
  garbledAnswer,
  jsonAnswer,
  MODES,
  type Mode,
  problemAnswer,
  RequestLog,
  realDelay,
  textAnswer,
} from "./answer.ts";
import {
  customerLink,
  type LinkBases,
  PUBLIC_LINK_BASES,
  type ReceiverDefaults,
  transferInput,
} from "./draft-transfer.ts";
import { layoutOf, UnknownVariant, variantName } from "./layout-table.ts";
import { cbeProblem } from "./layouts/cbe.ts";
import { BankLedger, type BankStorage } from "./ledger.ts";
import { accountSuffix, walletNumber } from "./receipt-text.ts";
import { paymentSms, redesignedLabel, sameLabel } from "./sheet.ts";
import {
  BANK_PROVIDERS,
  type BankParty,
  type BankProvider,
  type BankTransfer,
} from "./transfer.ts";

export interface BankOptions {
  /** Milliseconds since the epoch, of the movable clock. */
  readonly now: () => number;
  readonly defaults?: ReceiverDefaults;
  /** Null: transfers are kept in memory only. */
  readonly storage: BankStorage | null;
  /** Hosts in customers' links; the real public ones by default. */
  readonly linkBases?: Partial<LinkBases>;
  /** Called for each booked transfer; the response to the booking request waits for it. */
  readonly booked?: (transfers: readonly BankTransfer[]) => Promise<void>;
  /** Makes references the same in every run. */
  readonly seed?: string;
}

/** Real time before an answer in mode `slow`. */
const SLOW_MS = 30_000;

/** The state behind the routes: transfers, one mode per provider, and the request log. */
class BankSimulator {
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

  /** Calls the listener for booked transfers. */
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

  /** Restarts the mode's own sequence (variants of `down`, kinds of garbage). */
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

const modeInput = z.strictObject({ mode: z.enum(MODES) });

/**
 * `/_local/bank/`: makes transfers and plays the hosts that print their receipts. A provider's
 * base URL is `/_local/bank/{provider}`; what lies below is its own, but for `mode/` and
 * `requests/`. A response of status 0 asks the server to close the connection unanswered.
 */
export function bankRoutes(options: BankOptions): LocalRoutes {
  const bank = new BankSimulator(options);
  return async (request): Promise<LocalResponse | null> => {
    const path = /^bank(?:\/(.*))?$/.exec(request.path);
    return path === null ? null : answerAt(bank, (path[1] ?? "").replace(/\/+$/, ""), request);
  };
}

async function answerAt(
  bank: BankSimulator,
  path: string,
  request: LocalRequest,
): Promise<BankAnswer> {
  const { method } = request;
  if (path === "") return method === "GET" ? list(bank) : problemAnswer(404, `No ${method} here.`);
  if (path === "transfers") return method === "POST" ? create(bank, request) : list(bank);
  if (path === "requests") return requests(bank, method);
  const [first = "", ...rest] = path.split("/");
  const provider = BANK_PROVIDERS.find((id) => id === first);
  if (provider === undefined) {
    return problemAnswer(
      404,
      `No provider "${first}" here; there are ${BANK_PROVIDERS.join(", ")}.`,
    );
  }
  const below = rest.join("/");
  if (below === "mode") return changeMode(bank, provider, request);
  if (below === "requests") return requests(bank, method, provider);
  if (method !== "GET") return problemAnswer(404, `No ${method} here.`);
  return bank.serve(provider, decoded(below), request, request.signal);
}

async function create(bank: BankSimulator, request: LocalRequest): Promise<BankAnswer> {
  const body = jsonBody(request);
  const parsed = transferInput.safeParse(body);
  if (!parsed.success) return refused(parsed.error);
  if (parsed.data.via === parsed.data.provider) {
    return problemAnswer(400, "via: must be another provider than the transfer's own.", [
      { path: "via", message: "must be another provider than the transfer's own" },
    ]);
  }
  try {
    const legs = bank.ledger.book(parsed.data, bank.nowMs, bank.defaults);
    const [asked] = legs;
    await bank.tell(legs);
    if (asked === undefined) throw new Error("a transfer has at least one leg");
    return jsonAnswer(201, shown(bank, asked));
  } catch (error) {
    if (!(error instanceof UnknownVariant)) throw error;
    return problemAnswer(400, `variant: ${error.message}.`, [
      { path: "variant", message: error.message },
    ]);
  }
}

/** What the payer would have: a reference, a link and a message. */
function shown(bank: BankSimulator, transfer: BankTransfer): Record<string, unknown> {
  const link = customerLink(transfer, bank.linkBases);
  return {
    provider: transfer.provider,
    reference: transfer.reference,
    link,
    sms: paymentSms(transfer, link),
    aliases: transfer.aliases,
  };
}

function list(bank: BankSimulator): BankAnswer {
  const data = bank.ledger.list().map((transfer) => ({
    ...shown(bank, transfer),
    amount: transfer.amountMinor,
    currency: transfer.currency,
    receiver_name: transfer.receiver.name,
    receiver_account: transfer.receiver.account,
    payer_name: transfer.payer.name,
    payer_account: transfer.payer.account,
    paid_at: new Date(transfer.paidAt).toISOString(),
    status: transfer.status,
    variant: transfer.variant,
  }));
  return jsonAnswer(200, { data });
}

function requests(bank: BankSimulator, method: string, provider?: BankProvider): BankAnswer {
  if (method === "DELETE") {
    bank.log.clear(provider);
    return { status: 204, headers: {}, body: new Uint8Array() };
  }
  return jsonAnswer(200, { data: bank.log.list(provider) });
}

function changeMode(
  bank: BankSimulator,
  provider: BankProvider,
  request: LocalRequest,
): BankAnswer {
  if (request.method === "PUT") {
    const parsed = modeInput.safeParse(jsonBody(request));
    if (!parsed.success) return refused(parsed.error);
    bank.setMode(provider, parsed.data.mode);
  }
  return jsonAnswer(200, { provider, mode: bank.mode(provider) });
}

function refused(error: z.ZodError): BankAnswer {
  const errors = error.issues.map((issue) => ({
    path: issue.path.join("."),
    message: issue.message,
  }));
  const detail = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return problemAnswer(400, `${detail.join("; ")}.`, errors);
}

/** Undefined where the body is no JSON: the schema then says that an object was expected. */
function jsonBody(request: LocalRequest): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(request.body));
  } catch {
    return undefined;
  }
}

/** As servers do; a path that cannot be decoded stays as it came and finds nothing. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A transfer to print in `variant`, or a complete answer. */
type EndpointFinding =
  | { readonly transfer: BankTransfer; readonly variant: string }
  | { readonly answer: BankAnswer };

/** Finds what one provider answers; `path` is below its base, without slashes at its ends. */
type ReceiptEndpoint = (path: string, request: LocalRequest, ledger: BankLedger) => EndpointFinding;

const STRAY: EndpointFinding = {
  answer: textAnswer(404, "text/html", "<html><body><h1>404 Not Found</h1></body></html>"),
};

const RECEIPT_ENDPOINTS: Readonly<Record<BankProvider, ReceiptEndpoint>> = {
  telebirr: (path, _request, ledger) => receiptPath("telebirr", path, ledger),
  dashen: (path, _request, ledger) => receiptPath("dashen", path, ledger),
  wegagen: (path, _request, ledger) => {
    const token = /^sms_wega\/txn\/([^/]+)$/.exec(path)?.[1];
    return token === undefined ? STRAY : found("wegagen", ledger.findToken(token));
  },
  amhara: (path, _request, ledger) =>
    path === "" || path.includes("/") ? STRAY : found("amhara", ledger.find("amhara", path)),
  awash: (path, _request, ledger) =>
    path === "" || path.includes("/") ? STRAY : found("awash", ledger.find("awash", path)),
  boa: (path, request, ledger) => {
    if (path !== "api/onlineSlip/getDetails") return STRAY;
    return bySuffix("boa", request.query.get("id") ?? "", 12, 5, ledger);
  },
  mpesa: (path, request, ledger) => {
    if (path !== "api/receipt/getReceipt") return STRAY;
    return found("mpesa", ledger.find("mpesa", request.query.get("trxNo") ?? ""));
  },
  http: (path, _request, ledger) => {
    const reference = /^transactions\/([^/]+)$/.exec(path)?.[1];
    return reference === undefined ? STRAY : found("http", ledger.find("http", reference));
  },
  cbe_birr: (path, request, ledger) => {
    if (path !== "aureceipt") return STRAY;
    const transfer = ledger.find("cbe_birr", request.query.get("TID") ?? "");
    const phone = request.query.get("PH") ?? "";
    const opens = (party: BankParty): boolean =>
      walletNumber(party.account) === walletNumber(phone);
    return found("cbe_birr", transfer && ownerOpens(transfer, opens) ? transfer : null);
  },
  cbe: (path, request, ledger) => {
    const token = /^api\/v1\/transactions\/public\/transaction-detail\/([^/]+)$/.exec(path)?.[1];
    if (token !== undefined) return cbeToken(token, request, ledger);
    const branch = /^BranchReceipt\/([^/&]+)&([^/]+)$/.exec(path);
    if (branch) return bySuffix("cbe", `${branch[1]}${branch[2]}`, 12, 8, ledger);
    return path === "" ? bySuffix("cbe", request.query.get("id") ?? "", 12, 8, ledger) : STRAY;
  },
};

function receiptPath(provider: BankProvider, path: string, ledger: BankLedger): EndpointFinding {
  const reference = /^receipt\/([^/]+)$/.exec(path)?.[1];
  return reference === undefined ? STRAY : found(provider, ledger.find(provider, reference));
}

function found(provider: BankProvider, transfer: BankTransfer | null): EndpointFinding {
  if (transfer === null) return { answer: layoutOf(provider).notFound("") };
  return { transfer, variant: transfer.variant };
}

/** Finds a transfer by its reference, followed by the last digits of the payer's or receiver's account. */
function bySuffix(
  provider: "cbe" | "boa",
  id: string,
  referenceLength: number,
  suffixLength: number,
  ledger: BankLedger,
): EndpointFinding {
  const transfer = ledger.find(provider, id.slice(0, referenceLength));
  const suffix = id.slice(referenceLength);
  const opens = (party: BankParty): boolean =>
    accountSuffix(party.account, suffixLength) === suffix;
  const finding = found(provider, transfer && ownerOpens(transfer, opens) ? transfer : null);
  return provider === "cbe" ? inForm(finding, "pdf") : finding;
}

function ownerOpens(transfer: BankTransfer, opens: (party: BankParty) => boolean): boolean {
  const { suffixOf } = transfer;
  return (
    (suffixOf !== "payer" && opens(transfer.receiver)) ||
    (suffixOf !== "receiver" && opens(transfer.payer))
  );
}

function cbeToken(token: string, request: LocalRequest, ledger: BankLedger): EndpointFinding {
  if (!request.headers["x-app-id"] || !request.headers["x-app-version"]) {
    return { answer: cbeProblem(400, "Missing Headers") };
  }
  if (!/^v2-[A-Za-z0-9_-]{20,80}$/.test(token)) {
    return { answer: cbeProblem(500, "Security Alert: Invalid or tampered legacy token!") };
  }
  const transfer = ledger.findToken(token);
  if (transfer === null) return { answer: cbeProblem(404, "Transaction not found") };
  return inForm({ transfer, variant: transfer.variant }, "json");
}

/** CBE has two hosts for one ledger: each prints in its own form, whichever variant was chosen. */
function inForm(finding: EndpointFinding, form: "json" | "pdf"): EndpointFinding {
  if ("answer" in finding || finding.variant.startsWith(form)) return finding;
  const own = layoutOf("cbe").variants.find((variant) => variant.name.startsWith(form));
  return { ...finding, variant: own?.name ?? finding.variant };
}

/**
 * The receipt of a transfer as its provider would answer it, in the named variant (its own by default). A pending,
 * failed or reversed transfer has no receipt where the provider's page has no line for a status: it is answered as not
 * found. `redesigned` keeps the page and renames every label. Throws `UnknownVariant`.
 */
export async function renderReceipt(
  transfer: BankTransfer,
  variant: string | number = transfer.variant,
  redesigned = false,
): Promise<BankAnswer> {
  const layout = layoutOf(transfer.provider);
  const name = variantName(transfer.provider, variant);
  const { showsStatus } = layout;
  const isStated = typeof showsStatus === "function" ? showsStatus(name) : showsStatus;
  if (transfer.status !== "completed" && !isStated) return layout.notFound(name);
  return layout.render({
    transfer,
    variant: name,
    relabel: redesigned ? redesignedLabel : sameLabel,
  });
}

/**
 * The invented types of transfers within a bank that the simulator prints where no real one is recorded, in
 * lower case. The local stack lists them as an operator would.
 */
export const SIMULATED_INTERNAL_TYPES: Readonly<Partial<Record<ProviderId, readonly string[]>>> = {
  boa: ["account to account transfer"],
  awash: ["account transfer"],
  mpesa: ["buy goods"],
  wegagen: ["internal transfer"],
  amhara: ["internal transfer"],
};
