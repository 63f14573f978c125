import type { Checkout } from "../../lib/domain/checkout.ts";
import type { Delivery } from "../../lib/domain/delivery.ts";
import type { EventRecord } from "../../lib/domain/event-record.ts";
import type { WebhookEndpoint } from "../../lib/domain/webhook-endpoint.ts";
import { getCheckout } from "../../lib/store/checkouts.ts";
import { getDelivery } from "../../lib/store/deliveries.ts";
import type { Table } from "../../lib/store/transact.ts";
import { deliveryFor } from "../../lib/use-cases/webhooks/route-event.ts";
import { eventsAbout } from "../support/events.ts";
import { createMerchant, type Merchant } from "../support/merchant.ts";
import { open } from "../support/verification.ts";
import { WebhookRun } from "../support/webhook-run.ts";

/** As in `docs/model/Settlement.tla`. */
const OWNERS = { c1: "a1", c2: "a1", c3: "a2" } as const;
type CheckoutName = keyof typeof OWNERS;
type AccountName = "a1" | "a2";
export type Ref = "r1" | "r2" | "r3";
/** What a payer types for each reference of the model. */
export const REFERENCES: Readonly<Record<Ref, string>> = {
  r1: "DKM0000001",
  r2: "DKM0000002",
  r3: "DKM0000003",
};
/** One unit of the model's money, in minor units. */
export const UNIT = 100_000;
export const MODELED_EVENTS = ["checkout.review", "checkout.verified", "checkout.canceled"];

/** Items of the table for the model's accounts, checkouts and attempts. */
export class ModelNames {
  readonly table: Table;
  /** Ids by `c1/r1`. */
  readonly attempts = new Map<string, string>();
  readonly checkouts = new Map<CheckoutName, string>();
  readonly merchants = new Map<AccountName, Merchant>();
  readonly #endpoints = new Map<AccountName, WebhookEndpoint>();

  constructor(table: Table) {
    this.table = table;
  }

  async open(): Promise<void> {
    for (const name of ["a1", "a2"] as const) {
      const merchant = await createMerchant(this.table, { credits: 1 });
      this.merchants.set(name, merchant);
      const hooks = new WebhookRun(this.table, {
        receive: () => Promise.reject(new Error("nothing is posted")),
      });
      const { accountId, appId } = merchant;
      const { endpoint } = await hooks.addEndpoint({ accountId, appId, events: MODELED_EVENTS });
      this.#endpoints.set(name, endpoint);
    }
    for (const [name, owner] of Object.entries(OWNERS) as [CheckoutName, AccountName][]) {
      // All receipts are of one bank: none is a possible duplicate, which the model leaves out.
      const amount = name === "c1" ? 2 * UNIT : UNIT;
      const checkout = await open(this.merchant(owner), { amount, expires_in: 604_800 });
      this.checkouts.set(name, checkout.id);
    }
  }

  merchant(name: string): Merchant {
    return this.merchants.get(name as AccountName) as Merchant;
  }

  async checkout(name: string): Promise<Checkout> {
    const id = this.checkouts.get(name as CheckoutName) ?? "";
    const checkout = await getCheckout(this.table, id);
    if (!checkout) throw new Error(`the checkout ${name} is gone`);
    return checkout;
  }

  /** An event of the model, `[checkout, type]`. */
  async event([c, type]: readonly string[]): Promise<EventRecord> {
    const about = await eventsAbout(this.table, (await this.checkout(String(c))).id);
    const found = about.find((event) => event.type === `checkout.${type}`);
    if (!found) throw new Error(`there is no event ${type} of ${c}`);
    return found;
  }

  /** Its delivery; null while there is none. */
  async delivery(e: readonly string[]): Promise<Delivery | null> {
    return getDelivery(this.table, await this.unstored(e), Date.now());
  }

  /** Its delivery as a sender makes it. */
  async unstored(e: readonly string[]): Promise<Delivery> {
    const endpoint = this.#endpoints.get(OWNERS[e[0] as CheckoutName]) as WebhookEndpoint;
    return deliveryFor(await this.event(e), endpoint, Date.now());
  }
}
