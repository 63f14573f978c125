import { variantName } from "./layout-table.ts";
import { type Characters, makeReference, makeToken } from "./references.ts";
import type { BankAlias, BankParty, BankProvider, BankTransfer } from "./transfer.ts";
import type { TransferInput } from "./transfer-input.ts";

/** Who receives where the body names nobody, per provider. */
export type ReceiverDefaults = Readonly<
  Partial<
    Record<BankProvider, { readonly receiver_account: string; readonly receiver_name: string }>
  >
>;

const WALLETS: readonly BankProvider[] = ["telebirr", "cbe_birr", "mpesa"];

const PAYS_FIRST: readonly BankProvider[] = [
  "telebirr",
  "mpesa",
  "cbe_birr",
  "dashen",
  "awash",
  "boa",
  "cbe",
  "http",
];

const STAND_IN_RECEIVER: BankParty = { name: "Selamta Gebeya Trading", account: "1000900000017" };
const STAND_IN_WALLET: BankParty = { name: "Selamta Gebeya Trading", account: "251900000017" };

/** What money coming from another institution is booked under there. */
const SETTLEMENT_PAYER: BankParty = { name: "WALLET SETTLEMENT POOL", account: "1000900099901" };

export interface DraftContext {
  readonly nowMs: number;
  readonly defaults: ReceiverDefaults;
  readonly characters: Characters;
  /** True where the reference exists already. */
  readonly taken: (provider: BankProvider, reference: string) => boolean;
}

/**
 * The legs of one transfer, the asked provider's first. With `via` there are two: the side that
 * pays (the wallet, where one of them is) and the bank that books the same money, each with the
 * other as alias. `via` must differ from `provider`.
 */
export function draftTransfers(input: TransferInput, context: DraftContext): BankTransfer[] {
  const paidAt =
    Math.floor((input.paid_at ? Date.parse(input.paid_at) : context.nowMs) / 1000) * 1000;
  if (input.via === undefined) return [leg(input, context, input.provider, paidAt, "only")];
  const asked = leg(input, context, input.provider, paidAt, sideOf(input.provider, input.via));
  const other = leg(input, context, input.via, paidAt, sideOf(input.via, input.provider));
  return [withAlias(asked, other), withAlias(other, asked)];
}

type Side = "only" | "paying" | "booking";

/** Wallets pay into banks; of two alike the earlier in the order pays. */
function sideOf(provider: BankProvider, counterpart: BankProvider): Side {
  const wallet = WALLETS.includes(provider);
  if (wallet !== WALLETS.includes(counterpart)) return wallet ? "paying" : "booking";
  return PAYS_FIRST.indexOf(provider) < PAYS_FIRST.indexOf(counterpart) ? "paying" : "booking";
}

function leg(
  input: TransferInput,
  context: DraftContext,
  provider: BankProvider,
  paidAt: number,
  side: Side,
): BankTransfer {
  const counterpart = input.via === provider ? input.provider : input.via;
  const home = side === "paying" && counterpart ? counterpart : provider;
  const isAsked = provider === input.provider;
  return {
    provider,
    reference: freshReference(provider, paidAt, context),
    token: provider === "cbe" ? makeToken(context.characters) : null,
    aliases: [],
    amountMinor: input.amount,
    feeMinor: input.fee ?? 500,
    currency: input.currency ?? "ETB",
    receiver: receiverAt(home, input, context.defaults),
    receiverBank: side === "paying" ? home : null,
    payer: side === "booking" ? SETTLEMENT_PAYER : payerAt(provider, input),
    paidAt,
    status: input.status ?? "completed",
    reason: input.reason ?? "Goods and services",
    masked: input.masked ?? null,
    dateOnly: input.date_only ?? false,
    omit: input.omit ?? [],
    variant: variantName(provider, isAsked ? (input.variant ?? 0) : 0),
    suffixOf: input.suffix_of ?? "either",
    hiccups: input.hiccups ?? 0,
    linkForm: input.link_form ?? "json",
    smsLanguage: input.sms_language ?? "en",
  };
}

function withAlias(own: BankTransfer, other: BankTransfer): BankTransfer {
  const alias: BankAlias = { provider: other.provider, reference: other.reference };
  return { ...own, aliases: [alias] };
}

function receiverAt(
  home: BankProvider,
  input: TransferInput,
  defaults: ReceiverDefaults,
): BankParty {
  const known = defaults[home];
  const standIn = WALLETS.includes(home) ? STAND_IN_WALLET : STAND_IN_RECEIVER;
  return {
    name: input.receiver_name ?? known?.receiver_name ?? standIn.name,
    account: input.receiver_account ?? known?.receiver_account ?? standIn.account,
  };
}

function payerAt(provider: BankProvider, input: TransferInput): BankParty {
  return {
    name: input.payer_name ?? "Almeta Worqesh Tindale",
    account: input.payer_account ?? (WALLETS.includes(provider) ? "251900003764" : "1000900003764"),
  };
}

function freshReference(provider: BankProvider, paidAt: number, context: DraftContext): string {
  for (;;) {
    const reference = makeReference(provider, paidAt, context.characters);
    if (!context.taken(provider, reference)) return reference;
  }
}
