import { type CheckoutException, type CheckoutState, canBecome } from "./checkout.ts";
import type { EventPlace } from "./event-record.ts";
import type { PayerLanguage } from "./payer-language.ts";
import type { ProviderId } from "./provider.ts";

/** A receiving account, copied when the checkout was created; later edits don't change it. */
export interface PaymentMethod {
  readonly id: string;
  readonly provider: ProviderId;
  readonly accountName: string;
  readonly accountNumber: string;
  readonly label: string | null;
  readonly instructions: string | null;
}

/** The branding of a shop's pages, copied when the checkout was created. */
export interface Brand {
  /** `{app_id}-{digest}`, the last segment of the logo's address; null without a logo. */
  readonly logo: string | null;
  /** `#rrggbb`; null for the service's own color. */
  readonly color: string | null;
}

/** What notices may do for a checkout. */
export interface NoticeTerms {
  /** Amount up to which a notice counts while the bank's page is down, minor units; 0 for none. */
  readonly limit: number;
  /** No other open checkout of the account asks for the same amount. */
  readonly distinct: boolean;
}

export interface Customer {
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}

/** The part of a checkout that is fixed at creation. Times in ms since the epoch, money in minor units. */
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
  /** null if the payer's browser decides. */
  readonly locale: PayerLanguage | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: number;
  /** The user who created it in the dashboard; absent for a key and for a link. */
  readonly createdBy?: string;
  /** What this checkout pays for if the service itself sells credits (see `purchase.ts`). */
  readonly purchaseId: string | null;
  /** Code of the reusable link that created it; absent for none. Metadata can't prove it: any caller writes that. */
  readonly linkCode?: string;
  /** Absent if the shop has neither logo nor color. */
  readonly brand?: Brand;
  /** What notices may do; absent in test mode and without a paired phone. */
  readonly notices?: NoticeTerms;
  /** Shards of the account's balance when the checkout was created; absent for one. */
  readonly creditShards?: number;
}

export type Checkout = CheckoutTerms & CheckoutState;

/** Where a checkout's events are found. */
export function eventsOf({ eventIds, accountId, appId, livemode }: Checkout): EventPlace[] {
  return eventIds.map((id) => ({ id, accountId, appId, livemode }));
}

/** What the customer still has to pay, in minor units; 0 once it is verified. */
export function amountDue({ status, amount, amountReceived }: Checkout): number {
  return status === "verified" ? 0 : Math.max(0, amount - amountReceived);
}

/** Whether a part of the amount has arrived and nobody has decided about it. */
export function isPartlyPaid(checkout: Checkout): boolean {
  return canBecome(checkout, "verified") && checkout.amountReceived > 0 && amountDue(checkout) > 0;
}

/** What is unusual about the checkout: about its payments, without repetition, and about all of them together. */
export function exceptionsOf(checkout: Checkout): readonly CheckoutException[] {
  const { status, payments, review, amount, amountReceived } = checkout;
  const isVerified = status === "verified";
  const isByHand = isVerified && (review?.decidedBy ?? null) !== null;
  return [
    ...(isVerified && amountReceived > amount ? (["overpaid"] as const) : []),
    ...new Set(payments.flatMap(({ exceptions }) => exceptions)),
    ...(isByHand ? (["approved_by_hand"] as const) : []),
  ];
}
