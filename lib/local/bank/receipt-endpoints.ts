import type { ProviderId } from "../../domain/provider.ts";
import type { LocalRequest } from "../local-route.ts";
import { type BankAnswer, textAnswer } from "./answer.ts";
import { layoutOf, variantName } from "./layout-table.ts";
import { cbeProblem } from "./layouts/cbe.ts";
import type { BankLedger } from "./ledger.ts";
import { accountSuffix, walletNumber } from "./receipt-text.ts";
import { redesignedLabel, sameLabel } from "./sheet.ts";
import type { BankParty, BankProvider, BankTransfer } from "./transfer.ts";

/** A transfer to print in `variant`, or a complete answer. */
export type EndpointFinding =
  | { readonly transfer: BankTransfer; readonly variant: string }
  | { readonly answer: BankAnswer };

/** Finds what one provider answers; `path` is below its base, without slashes at its ends. */
export type ReceiptEndpoint = (
  path: string,
  request: LocalRequest,
  ledger: BankLedger,
) => EndpointFinding;

const STRAY: EndpointFinding = {
  answer: textAnswer(404, "text/html", "<html><body><h1>404 Not Found</h1></body></html>"),
};

export const RECEIPT_ENDPOINTS: Readonly<Record<BankProvider, ReceiptEndpoint>> = {
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
 * The receipt of a transfer as its provider would answer it, in the named variant (its own by
 * default). A pending, failed or reversed transfer has no receipt where the provider's page has no
 * line for a status: it is answered as not found. `redesigned` keeps the page and renames every
 * label. Throws `UnknownVariant`.
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
