/** A purchase of credits, stored with the checkout that pays for it. */
export interface Purchase {
  readonly accountId: string;
  readonly credits: number;
}

const FORM = /^(acc_[0-9a-z]{26}):([1-9]\d{0,6})$/;

export function writePurchase({ accountId, credits }: Purchase): string {
  return `${accountId}:${credits}`;
}

/** Parses the output of `writePurchase`; null for any other text. */
export function readPurchase(text: string): Purchase | null {
  const [, accountId, credits] = FORM.exec(text) ?? [];
  return accountId === undefined ? null : { accountId, credits: Number(credits) };
}

/** Id of the purchase and of its ledger entry: one per checkout, so that credits are granted once. */
export function purchaseIdOf(checkoutId: string): string {
  return `led_${checkoutId.slice("co_".length)}`;
}
