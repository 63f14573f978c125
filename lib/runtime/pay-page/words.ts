import type { Attempt } from "../../domain/attempt-record.ts";
import type { Checkout, PaymentMethod } from "../../domain/checkout-terms.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { PROVIDER_NAMES } from "../../providers/names.ts";
import { dayText, money, span } from "./format.ts";
import type { Facts, Language } from "./texts/texts.ts";

/** What the page knows besides the checkout, because of what was just typed. */
export interface Aside {
  readonly attempt: Attempt | null;
  readonly provider: ProviderId | null;
  readonly reference: string | null;
  /** ms; the day that the typed reference carries. */
  readonly datedOn: number | null;
  readonly waitSeconds: number;
}

export const NO_ASIDE: Aside = {
  attempt: null,
  provider: null,
  reference: null,
  datedOn: null,
  waitSeconds: 0,
};

/** The facts that messages speak of, in the reader's form. */
export function factsOf(checkout: Checkout, aside: Aside, language: Language): Facts {
  const { attempt } = aside;
  const { amountReceived } = checkout;
  const found = attempt?.found ?? null;
  const missing =
    found && found.currency === checkout.currency ? checkout.amount - found.amount : 0;
  const provider = aside.provider ?? attempt?.lookup.provider ?? null;
  return {
    merchant: checkout.merchantName,
    amount: money(checkout.amount, checkout.currency, language),
    received: amountReceived === null ? null : money(amountReceived, checkout.currency, language),
    confirmedBy: confirmedBy(checkout),
    found: found && money(found.amount, found.currency, language),
    missing: missing > 0 ? money(missing, checkout.currency, language) : null,
    bank: provider && providerName(provider, checkout.methods, language),
    reference: shortened(aside.reference ?? attempt?.lookup.reference ?? null),
    referenceDay: aside.datedOn === null ? null : dayText(aside.datedOn, language),
    wait: span(aside.waitSeconds, language),
  };
}

/** Long enough for any bank's number; what a person looks up may be a sentence. */
const LONGEST_SHOWN = 32;

function shortened(reference: string | null): string | null {
  const characters = [...(reference ?? "")];
  if (characters.length <= LONGEST_SHOWN) return reference;
  return `${characters.slice(0, LONGEST_SHOWN - 1).join("")}…`;
}

/** Who vouches for a verified checkout: a merchant who approved it by hand may know more than the bank says. */
export function confirmedBy({ exceptions }: Pick<Checkout, "exceptions">): "bank" | "merchant" {
  return exceptions.includes("approved_by_hand") ? "merchant" : "bank";
}

/** What a provider is called; the merchant's label where it has no name of its own; else null. */
export function providerName(
  provider: ProviderId,
  methods: readonly PaymentMethod[],
  language: Language,
): string | null {
  const own = PROVIDER_NAMES[provider]?.[language];
  return own ?? methods.find((method) => method.provider === provider)?.label ?? null;
}

/** What a payment method is called, and the merchant's label where it adds to that. */
export function methodName(
  method: PaymentMethod,
  language: Language,
): { readonly name: string; readonly label: string | null } {
  const own = PROVIDER_NAMES[method.provider]?.[language];
  if (own === undefined) return { name: method.label ?? method.accountName, label: null };
  return { name: own, label: method.label === own ? null : method.label };
}
