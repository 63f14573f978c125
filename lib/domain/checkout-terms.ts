import type { CheckoutState } from "./checkout.ts";
import type { ProviderId } from "./provider.ts";

/** A receiving account as it stood when the checkout was made; later edits do not reach it. */
export interface PaymentMethod {
  readonly id: string;
  readonly provider: ProviderId;
  readonly accountName: string;
  readonly accountNumber: string;
  readonly label: string | null;
  readonly instructions: string | null;
}

export interface Customer {
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}

/** What is fixed when a checkout is made. Instants are ms since the epoch, money is in minor units. */
export interface CheckoutTerms {
  readonly id: string;
  /** Last segment of `pay_url`. */
  readonly token: string;
  readonly accountId: string;
  readonly appId: number;
  readonly livemode: boolean;
  readonly merchantName: string;
  readonly amount: number;
  readonly currency: string;
  readonly clientReference: string | null;
  readonly description: string | null;
  readonly customer: Customer | null;
  readonly methods: readonly PaymentMethod[];
  readonly returnUrl: string | null;
  readonly cancelUrl: string | null;
  readonly latePolicy: "review" | "accept";
  /** null where the payer's browser decides. */
  readonly locale: "en" | "am" | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: number;
  /** Id of what this checkout pays for, where the service sells to itself. */
  readonly purchaseId: string | null;
}

export type Checkout = CheckoutTerms & CheckoutState;
