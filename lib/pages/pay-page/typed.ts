import type { Checkout } from "../../domain/checkout-terms.ts";
import { PROVIDERS } from "../../domain/provider.ts";
import type { FormState } from "./form.ts";

/** What the pay page's form sends. */
export interface Typed {
  readonly input: string;
  readonly method?: string | undefined;
  readonly provider?: string | undefined;
  readonly payer_phone?: string | undefined;
  readonly payer_account_suffix?: string | undefined;
  readonly confirmed?: string | undefined;
}

/** Whether the input is not that of a payment of the verified checkout. */
export function isLate({ status, payments }: Checkout, input: string): boolean {
  if (status !== "verified") return false;
  return !payments.some(({ reference }) => folded(input).includes(folded(reference)));
}

const folded = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** The form as it was sent, to be shown again. */
export function formOf(typed: Typed): FormState {
  return {
    input: typed.input,
    methodId: typed.method,
    provider: PROVIDERS.find((id) => id === typed.provider),
    payerPhone: typed.payer_phone,
    payerAccountSuffix: typed.payer_account_suffix,
    candidates: [],
    confirm: null,
  };
}
