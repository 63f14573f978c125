import { createHash } from "node:crypto";
import * as z from "zod";
import { isWallet, PROVIDERS, type ProviderId } from "../../domain/provider.ts";
import { awashToken } from "../../providers/awash/adapter.ts";
import { FACTS } from "../../providers/facts.ts";
import { fillTemplate, type Parts } from "../../providers/input/links.ts";
import { layoutOf, variantName } from "./layout-table.ts";
import { accountSuffix, addisTime, walletNumber } from "./receipt-text.ts";
import {
  BANK_PROVIDERS,
  type BankAlias,
  type BankParty,
  type BankProvider,
  type BankTransfer,
} from "./transfer.ts";

/** The receiver where the body names none, per provider. */
export type ReceiverDefaults = Readonly<
  Partial<
    Record<BankProvider, { readonly receiver_account: string; readonly receiver_name: string }>
  >
>;

/** Of two banks the earlier one pays. */
const PAYS_FIRST: readonly BankProvider[] = [
  "telebirr",
  "mpesa",
  "cbe_birr",
  "dashen",
  "awash",
  "wegagen",
  "amhara",
  "boa",
  "cbe",
  "http",
];

const STAND_IN_RECEIVER: BankParty = { name: "Selamta Gebeya Trading", account: "1000900000017" };
const STAND_IN_WALLET: BankParty = { name: "Selamta Gebeya Trading", account: "251900000017" };

/** The account under which a bank books money from another institution. */
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
 * pays (the wallet, if there is one) and the bank that books the same money, each with the
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
  const wallet = isWallet(provider);
  if (wallet !== isWallet(counterpart)) return wallet ? "paying" : "booking";
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
  const receiverBank = side === "paying" ? institutionNamed(home) : receiverBankOf(input, provider);
  const service = serviceOf(provider, receiverBank);
  const { linkForm } = shownAs(input);
  const usual = layoutOf(provider).variantFor?.({ receiverBank, linkForm }) ?? 0;
  const reference = freshReference(provider, paidAt, service, context);
  return {
    ...shownAs(input),
    provider,
    reference,
    token: tokenOf(provider, reference, context.characters),
    aliases: [],
    amountMinor: input.amount,
    receiver: receiverAt(home, input, context.defaults),
    receiverBank,
    payer: side === "booking" ? SETTLEMENT_PAYER : payerAt(provider, input),
    paidAt,
    variant: variantName(provider, (isAsked ? input.variant : undefined) ?? usual),
    smsSide: input.sms_side ?? (side === "booking" ? "credit" : "debit"),
  };
}

/** What both legs take from the body, with its defaults. */
function shownAs(input: TransferInput) {
  return {
    feeMinor: input.fee ?? 500,
    currency: input.currency ?? "ETB",
    status: input.status ?? "completed",
    reason: input.reason ?? "Goods and services",
    masked: input.masked ?? null,
    dateOnly: input.date_only ?? false,
    omit: input.omit ?? [],
    suffixOf: input.suffix_of ?? "either",
    hiccups: input.hiccups ?? 0,
    linkForm: input.link_form ?? "json",
    smsLanguage: input.sms_language ?? "en",
  } satisfies Partial<BankTransfer>;
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
  const standIn = isWallet(home) ? STAND_IN_WALLET : STAND_IN_RECEIVER;
  return {
    name: input.receiver_name ?? known?.receiver_name ?? standIn.name,
    account: input.receiver_account ?? known?.receiver_account ?? standIn.account,
  };
}

function payerAt(provider: BankProvider, input: TransferInput): BankParty {
  return {
    name: input.payer_name ?? "Almeta Worqesh Tindale",
    account: input.payer_account ?? (isWallet(provider) ? "251900000042" : "1000900000042"),
  };
}

function institutionNamed(id: ProviderId): NonNullable<BankTransfer["receiverBank"]> {
  return { id, name: FACTS[id].printedNames[0] ?? FACTS[id].name.en };
}

function receiverBankOf(
  input: TransferInput,
  provider: BankProvider,
): BankTransfer["receiverBank"] {
  const { receiver_bank: named } = input;
  if (named === undefined || named === provider) return null;
  const known = PROVIDERS.find((id) => id === named);
  return known === undefined ? { id: null, name: named } : institutionNamed(known);
}

/** The four letters of a Dashen reference, which say the service. */
function serviceOf(
  provider: BankProvider,
  receiverBank: BankTransfer["receiverBank"],
): string | null {
  if (provider !== "dashen") return null;
  if (receiverBank === null) return "WDTS";
  return receiverBank.id === "telebirr" ? "LTWS" : "OBTI";
}

function tokenOf(provider: BankProvider, reference: string, characters: Characters): string | null {
  if (provider === "cbe") return makeToken(characters);
  return provider === "wegagen" ? `${reference}${makeTail(characters)}` : null;
}

function freshReference(
  provider: BankProvider,
  paidAt: number,
  service: string | null,
  context: DraftContext,
): string {
  for (;;) {
    const reference = makeReference(provider, paidAt, context.characters, service);
    if (!context.taken(provider, reference)) return reference;
  }
}

const provider = z.enum(BANK_PROVIDERS as [BankProvider, ...BankProvider[]]);
const text = z.string().min(1).max(200);

/** Body of `POST /_local/bank/transfers/`. Unknown fields are refused. */
export const transferInput = z.strictObject({
  provider,
  /** Minor units. */
  amount: z.int().min(1).max(1_000_000_000_000),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be an ISO 4217 code in capitals")
    .optional(),
  receiver_account: text.optional(),
  receiver_name: text.optional(),
  /** A provider id, or any institution's name as receipts print it; the provider itself by default. */
  receiver_bank: text.optional(),
  payer_name: text.optional(),
  payer_account: text.optional(),
  /** RFC 3339; receipts show whole seconds at best. */
  paid_at: z.iso.datetime({ offset: true }).optional(),
  /** Other than `completed`, providers whose receipt shows no status answer "not found". */
  status: z.enum(["completed", "pending", "reversed", "failed"]).optional(),
  /** The other institution of a wallet → bank transfer: both then book it, see `aliases`. */
  via: provider.optional(),
  // The following fields are for tests.
  /** Name or index of the layout's variant; the first one by default. */
  variant: z.union([text, z.int().min(0)]).optional(),
  /** Service fee before VAT, minor units. */
  fee: z.int().min(0).max(1_000_000_000).optional(),
  /** Whether accounts and phones are masked; as the variant has it by default. */
  masked: z.boolean().optional(),
  /** The day without the time, also where the provider would show it. */
  date_only: z.boolean().optional(),
  /**
   * What to leave out: labels (`Payer Name`) or whole groups: `payer`, `receiver`, `amount`, `date`,
   * `reference`, `status`, `fee`, `note`.
   */
  omit: z.array(text).max(30).optional(),
  /** Why it was paid, printed as narrative or reason. */
  reason: text.optional(),
  /** Whose digits or phone open the receipt at CBE's PDF host, Abyssinia and CBE Birr. */
  suffix_of: z.enum(["receiver", "payer", "either"]).optional(),
  /** How many first lookups answer 400 for no reason, as CBE's JSON host does at times. */
  hiccups: z.int().min(0).max(10).optional(),
  /** Which of CBE's three links the customer holds; `json` by default. */
  link_form: z.enum(["json", "pdf", "branch"]).optional(),
  sms_language: z.enum(["en", "am"]).optional(),
  /** Whose message it is: the payer's (`debit`, the default) or the receiver's (`credit`). */
  sms_side: z.enum(["debit", "credit"]).optional(),
});

export type TransferInput = z.infer<typeof transferInput>;

const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const MIXED_CASE = `${LETTERS_AND_DIGITS}abcdefghijklmnopqrstuvwxyz_`;

/** A stream of characters that the same seed always repeats. */
interface Characters {
  take(length: number, alphabet?: string): string;
}

export function seededCharacters(seed: string): Characters {
  let block = 0;
  let bytes: number[] = [];
  const nextByte = (): number => {
    if (bytes.length === 0) {
      bytes = [...createHash("sha256").update(`${seed}:${block}`).digest()];
      block += 1;
    }
    return bytes.shift() ?? 0;
  };
  return {
    take: (length, alphabet = LETTERS_AND_DIGITS) =>
      Array.from({ length }, () => alphabet[nextByte() % alphabet.length]).join(""),
  };
}

/** A reference in the provider's own form, with the day of `paidAt` (Addis time) where it has one. */
export function makeReference(
  provider: BankProvider,
  paidAt: number,
  characters: Characters,
  service: string | null = null,
): string {
  switch (provider) {
    case "telebirr":
      return `${walletDate(paidAt, 2023)}${characters.take(7)}`;
    case "mpesa":
      return `${walletDate(paidAt, 2006)}${characters.take(7)}`;
    case "cbe_birr":
      return `${walletDate(paidAt, 2023)}${characters.take(8)}`;
    case "cbe":
    case "amhara":
      return `FT${dayCode(paidAt)}${characters.take(5)}`;
    case "boa":
      return `${characters.take(1, "FT")}T${dayCode(paidAt)}${characters.take(5)}`;
    case "dashen":
    case "wegagen":
      return `${characters.take(3, DIGITS)}${service ?? characters.take(4, LETTERS)}${dayCode(paidAt)}${characters.take(4, DIGITS)}`;
    case "http":
      return `GW${characters.take(10)}`;
    case "awash":
      return awashToken(transactionNumber(paidAt, characters), characters.take(6));
  }
}

/** The opaque, case-sensitive token of CBE's new link. */
function makeToken(characters: Characters): string {
  return `v2-${characters.take(42, MIXED_CASE)}`;
}

/** Account digits and letters, which follow the reference in Wegagen's token. */
function makeTail(characters: Characters): string {
  return `${characters.take(4, DIGITS)}${characters.take(4, LETTERS)}`;
}

/** Awash's Transaction ID: date and time to the second, then three digits. */
function transactionNumber(paidAt: number, characters: Characters): string {
  const time = addisTime(paidAt);
  const clock = time.clock24.replaceAll(":", "");
  return `${time.yy}${time.mm}${time.dd}${clock}${characters.take(3, DIGITS)}`;
}

/** Year letter (`yearOfA` is A), month A–L, day 1–9 then A–V: telebirr's `DKK` is 20 November 2026. */
function walletDate(paidAt: number, yearOfA: number): string {
  const time = addisTime(paidAt);
  const year = LETTERS[(((time.year - yearOfA) % 26) + 26) % 26];
  const day = time.day < 10 ? String(time.day) : LETTERS[time.day - 10];
  return `${year}${LETTERS[time.month - 1]}${day}`;
}

/** `26324`: two digits of the year and the day in it. */
function dayCode(paidAt: number): string {
  const time = addisTime(paidAt);
  return `${time.yy}${time.dayOfYear}`;
}

/** The hosts that customers see in their messages. `cbe_pdf` is the older receipt host of CBE. */
export type LinkBases = Readonly<Record<BankProvider | "cbe_pdf", string>>;

/** Places of CBE's links in its facts. Every other provider's customers hold the first one. */
const CBE_LINKS = { json: 1, pdf: 2, branch: 4 } as const;

export const PUBLIC_LINK_BASES: LinkBases = {
  ...(Object.fromEntries(
    BANK_PROVIDERS.map((id) => [id, originOf(FACTS[id].links[0] ?? "https://other-bank.example/")]),
  ) as Record<BankProvider, string>),
  cbe_pdf: originOf(FACTS.cbe.links[CBE_LINKS.pdf] ?? ""),
};

/** The link a payer finds in their bank's message; digits in it are the payer's own. */
export function customerLink(transfer: BankTransfer, bases: LinkBases): string {
  const { provider, reference, payer, linkForm } = transfer;
  if (provider === "http") return `${bases.http}/transactions/${reference}`;
  const owner = transfer.suffixOf === "receiver" ? transfer.receiver : payer;
  const parts: Parts = {
    reference: provider === "wegagen" ? (transfer.token ?? reference) : reference,
    branch: reference,
    token: transfer.token ?? "",
    suffix: accountSuffix(owner.account, provider === "boa" ? 5 : 8),
    // The message to the receiver spells their phone as people do.
    phone:
      transfer.smsSide === "credit" ? nationalNumber(owner.account) : walletNumber(owner.account),
  };
  const { links } = FACTS[provider];
  const place = provider === "cbe" ? CBE_LINKS[linkForm] : 0;
  return filled(links[place], parts, place > CBE_LINKS.json ? bases.cbe_pdf : bases[provider]);
}

function filled(template: string | undefined, parts: Parts, base: string): string {
  const link = fillTemplate(template ?? "", parts);
  return base + link.slice(originOf(link).length);
}

function originOf(link: string): string {
  return /^https:\/\/[^/]+/.exec(link)?.[0] ?? "";
}

function nationalNumber(account: string): string {
  return walletNumber(account).replace(/^251/, "0");
}
