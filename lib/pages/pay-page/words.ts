import type { Attempt } from "../../domain/attempt.ts";
import {
  amountDue,
  type Checkout,
  exceptionsOf,
  type PaymentMethod,
} from "../../domain/checkout.ts";
import { printedName } from "../../domain/payer-language.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { FACTS } from "../../providers/facts.ts";
import { dayText, money, span } from "./format.ts";
import type { Facts, Language } from "./texts/shape.ts";

/** Everything that the page shows in addition to the checkout. */
export interface PageContext {
  readonly attempt: Attempt | null;
  readonly provider: ProviderId | null;
  readonly reference: string | null;
  /** ms; the day that the typed reference carries. */
  readonly datedOn: number | null;
  readonly waitSeconds: number;
  /** The input held more than one number. */
  readonly several: boolean;
}

export const EMPTY_CONTEXT: PageContext = {
  attempt: null,
  provider: null,
  reference: null,
  datedOn: null,
  waitSeconds: 0,
  several: false,
};

/** The facts that messages mention, in the reader's form. */
export function factsOf(
  checkout: Checkout,
  context: PageContext,
  language: Language,
  { accounts, choices }: { readonly accounts: boolean; readonly choices: boolean },
): Facts {
  const { attempt } = context;
  const { amountReceived } = checkout;
  const due = amountDue(checkout);
  const provider = context.provider ?? attempt?.lookup.provider ?? null;
  return {
    merchant: checkout.merchantName,
    amount: money(checkout.amount, checkout.currency, language),
    received: amountReceived === 0 ? null : money(amountReceived, checkout.currency, language),
    confirmedBy: weakestConfirmation(checkout),
    late: checkout.review?.reason === "partially_paid" && !isBeingChecked(checkout),
    missing: due > 0 ? money(due, checkout.currency, language) : null,
    bank: provider && providerName(provider, checkout.methods, language),
    reference: shortened(context.reference ?? attempt?.lookup.reference ?? null),
    referenceDay: context.datedOn === null ? null : dayText(context.datedOn, language),
    wait: span(context.waitSeconds, language),
    several: context.several,
    accounts,
    choices,
  };
}

/** Whether a payment waits for a person: what is missing without it may have been paid. */
export function isBeingChecked({ payments }: Checkout): boolean {
  return payments.some(({ state }) => state === "doubtful");
}

/** Long enough for any bank's number; a reference that a person looks up may be a sentence. */
const LONGEST_SHOWN = 32;

/** A reference that fits a line. */
export function shortened(reference: string | null): string | null {
  const characters = [...(reference ?? "")];
  if (characters.length <= LONGEST_SHOWN) return reference;
  return `${characters.slice(0, LONGEST_SHOWN - 1).join("")}…`;
}

/** Who confirmed a verified checkout: the bank's receipt, or the merchant. */
export function confirmedBy(checkout: Checkout): "bank" | "merchant" {
  return exceptionsOf(checkout).includes("approved_by_hand") ? "merchant" : "bank";
}

/** The weakest that a verified checkout rests on: a notice counts until the bank's receipt confirms it. */
function weakestConfirmation(checkout: Checkout): Facts["confirmedBy"] {
  const by = confirmedBy(checkout);
  if (by === "merchant") return by;
  const isNotice = checkout.payments.some(
    ({ state, evidence }) => state === "counted" && evidence === "notice",
  );
  return isNotice ? "notice" : by;
}

/** The provider's name, the merchant's label for a generic provider, or null. */
export function providerName(
  provider: ProviderId,
  methods: readonly PaymentMethod[],
  language: Language,
): string | null {
  const own = ownName(provider, language);
  return own ?? methods.find((method) => method.provider === provider)?.label ?? null;
}

/** A payment method's name, and the merchant's label where it says more. */
export function methodName(
  method: PaymentMethod,
  language: Language,
): { readonly name: string; readonly label: string | null } {
  const own = ownName(method.provider, language);
  if (own === undefined) return { name: method.label ?? method.accountName, label: null };
  return { name: own, label: method.label === own ? null : method.label };
}

/** Undefined where only the merchant's label names the account. */
function ownName(provider: ProviderId, language: Language): string | undefined {
  const { name, isGeneric } = FACTS[provider];
  return isGeneric ? undefined : printedName(name, language);
}
