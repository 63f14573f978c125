import type { Checkout } from "../../domain/checkout-terms.ts";
import { PROVIDERS, type ProviderId } from "../../domain/provider.ts";
import { providersOf } from "../verification/accepted-providers.ts";
import { recogniseFor } from "../verification/recognise.ts";
import type { FormState } from "./form.ts";
import type { Situation } from "./situation.ts";
import { formOf, type Typed } from "./typed.ts";
import { type Aside, NO_ASIDE } from "./words.ts";

/** Something to ask the payer back before any bank is asked. */
export interface Doubt {
  readonly situation: Situation;
  readonly aside: Aside;
  readonly form: FormState;
}

const DAY_MS = 86_400_000;
const ODD_DAYS = 2;

/**
 * Reads what was typed, without a call. A doubt is a question, never a refusal: which bank, or whether
 * a number is right whose own date lies more than two days off. Everything else goes on, with the bank
 * that the payer named or, where the number alone does not tell, the one that he chose to pay with.
 */
export async function readTyped(
  checkout: Checkout,
  typed: Typed,
  now: number,
): Promise<{ readonly doubt: Doubt } | { readonly provider: ProviderId | undefined }> {
  const accepted = providersOf(checkout);
  const chosen = checkout.methods.find(({ id }) => id === typed.method)?.provider;
  const named = PROVIDERS.find((id) => id === typed.provider);
  // Nobody else's numbers look like those that a person looks up, so the choice has to tell.
  const isByHand = chosen === "manual" && accepted.includes(chosen);
  const hint = named ?? (isByHand ? chosen : undefined);
  let found = await recogniseFor(checkout, typed.input, hint);
  let provider = hint;
  if (found.kind === "ambiguous") {
    if (chosen === undefined || !found.providers.includes(chosen)) {
      return doubt("which_bank", { candidates: found.providers });
    }
    provider = chosen;
    found = await recogniseFor(checkout, typed.input, provider);
  }
  if (found.kind === "provider_not_enabled") {
    return doubt("bank_not_accepted", {}, { provider: found.provider });
  }
  if (found.kind !== "lookup") return doubt("not_a_reference", {});
  const { reference, datedOn } = found.lookup;
  if (isOdd(datedOn, checkout.createdAt, now) && typed.confirmed !== reference) {
    return doubt("odd_date", { confirm: reference }, { reference, datedOn });
  }
  return { provider };

  function doubt(situation: Situation, form: Partial<FormState>, aside: Partial<Aside> = {}) {
    return {
      doubt: {
        situation,
        aside: { ...NO_ASIDE, ...aside },
        form: { ...formOf(typed), ...form },
      },
    };
  }
}

/** `datedOn` is the start of a day: more than two whole days before the checkout, or after now. */
function isOdd(datedOn: number | null, createdAt: number, now: number): boolean {
  if (datedOn === null) return false;
  const endOfDay = datedOn + DAY_MS;
  return endOfDay < createdAt - ODD_DAYS * DAY_MS || datedOn > now + ODD_DAYS * DAY_MS;
}
