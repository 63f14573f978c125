import type { Checkout } from "../../lib/domain/checkout.ts";
import { newId } from "../../lib/domain/ids.ts";
import { type App, newAppWrite } from "../../lib/store/apps.ts";
import { type Table, transact } from "../../lib/store/transact.ts";

const MINUTE = 60_000;
/** When the first checkout of a list was created (ms). */
export const LISTED_FROM = Date.UTC(2026, 10, 20, 9);
/** When lists are read (ms). */
export const LISTED_AT = LISTED_FROM + 60 * MINUTE;

export async function addApp(table: Table, accountId: string, appId: number): Promise<App> {
  const createdAt = LISTED_FROM;
  const app = { appId, accountId, name: `App ${appId}`, createdAt, deletedAt: null };
  await transact(table, [newAppWrite(app)]);
  return app;
}

/** How checkouts of a list differ. */
export interface Facts {
  readonly status: Checkout["status"];
  readonly pending: boolean;
  readonly appId: number;
  readonly account: string;
  readonly livemode: boolean;
  readonly client: string | null;
  readonly expiresIn: number;
}

/** The checkout that follows `index` others: four are created in a minute. */
export function checkoutOf(index: number, facts: Facts): Checkout {
  const createdAt = LISTED_FROM + Math.floor(index / 4) * MINUTE;
  const waits = facts.status === "open" || facts.status === "expired";
  const pending = { id: "att_1", provider: "telebirr", reference: "X", submittedAt: createdAt };
  return {
    id: newId(
      "co_",
      createdAt,
      Uint8Array.from({ length: 10 }, (_, byte) => index * 7 + byte),
    ),
    token: "t",
    accountId: facts.account,
    appId: facts.appId,
    livemode: facts.livemode,
    merchantName: "Selam Coffee",
    amount: 100,
    currency: "ETB",
    clientReference: facts.client,
    description: null,
    customer: null,
    methods: [],
    returnUrl: null,
    cancelUrl: null,
    latePolicy: "review",
    locale: "en",
    metadata: {},
    createdAt,
    purchaseId: null,
    status: facts.status,
    version: 1,
    sequence: 1,
    expiresAt: createdAt + facts.expiresIn * MINUTE,
    pending: waits && facts.pending ? [{ ...pending, awaitsCredits: false } as never] : [],
    attemptsCount: 0,
    failedAttempts: 0,
    hasWaited: false,
    payments: [],
    amountReceived: 0,
    review: null,
    verifiedAt: null,
    receiptCode: null,
    eventIds: [],
  };
}
