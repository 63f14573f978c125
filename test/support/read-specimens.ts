import { randomBytes } from "node:crypto";
import { seal } from "../../lib/cloud/secret-box.ts";
import { dayOf } from "../../lib/contract/days.ts";
import { createCheckoutBody } from "../../lib/contract/schemas/checkout.ts";
import { newDelivery } from "../../lib/domain/delivery.ts";
import { newId } from "../../lib/domain/ids.ts";
import { linkId, shortCode } from "../../lib/domain/payment-link.ts";
import { type Invitation, newRecovery, OFFER_LIFETIME_MS } from "../../lib/domain/user.ts";
import type { WebhookEndpoint } from "../../lib/domain/webhook-endpoint.ts";
import type { UserPrincipal } from "../../lib/pipeline/principal.ts";
import { attemptWrite } from "../../lib/store/attempts.ts";
import { type ComparedStatement, statementWrites } from "../../lib/store/books.ts";
import { newDeliveryWrite } from "../../lib/store/deliveries.ts";
import { newEndpointWrite } from "../../lib/store/endpoints.ts";
import { issueWrite, putFailedRequest } from "../../lib/store/issues.ts";
import { newSourceWrites } from "../../lib/store/notice-sources.ts";
import { putNotice, putUnreadable } from "../../lib/store/notices.ts";
import { newLinkWrite } from "../../lib/store/payment-links.ts";
import { newRecoveryWrite } from "../../lib/store/recoveries.ts";
import { incrementWrites } from "../../lib/store/stats.ts";
import { type Table, transact } from "../../lib/store/transact.ts";
import { teamWrites } from "../../lib/store/users.ts";
import { createCheckout } from "../../lib/use-cases/checkouts/create.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";
import { readKeyring } from "../../lib/use-cases/webhooks/keyring.ts";
import { bookEvent } from "./events.ts";
import { type Merchant, SHOP } from "./merchant.ts";

const NOW = Date.now();
/** A number that no other test object has. */
export const COUNTED = 424_242;
const id = (prefix: Parameters<typeof newId>[0], at = NOW) => newId(prefix, at, randomBytes(10));

export interface Specimen {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Text that only the owner's response contains. */
  readonly shows: string;
  /** The object belongs to the account as a whole, so keys of its other apps read it too. */
  readonly ofAccount?: boolean;
}

const FAILED = {
  requestId: "request-of-the-owner",
  mode: "live",
  keyId: "key_00000000000000000000000001",
  method: "GET",
  path: "/api/v1/credits/",
  status: 403,
  code: "forbidden",
  detail: null,
  at: NOW,
} as const;

/** A statement without any rows' sums, compared just now. */
export function comparedStatement(accountId: string, member: string): ComparedStatement {
  const none = { count: 0, amount: 0 };
  const day = dayOf(NOW);
  return {
    // As the service makes it, of the last day, which in Addis Ababa begins three hours before UTC's.
    ...{
      id: id("stm_", Date.parse(day)),
      accountId,
      member,
      provider: "telebirr",
      accountNumber: SHOP.number,
    },
    ...{ currency: "ETB", from: day, to: day, complete: [], rowCount: 1, openCount: 0 },
    ...{ leftOutCount: 0, comparedAt: NOW, version: 1 },
    totals: {
      ...{ in: none, out: none, agreed: none, differing: none, difference: 0, reversed: none },
      ...{ unknown: none, other: none, missing: none },
      waiting: { not_covered: 0, too_soon: 0, account_unknown: 0, confirmed_before: 0 },
    },
  };
}

/** One object of each kind for the owner, live where there are two modes. */
export async function createSpecimens(
  table: Table,
  owner: Merchant,
  user: UserPrincipal,
): Promise<Readonly<Record<string, Specimen>>> {
  const { accountId, appId, methodIds } = owner;
  const of = { accountId, appId, livemode: true };
  const checkout = await createCheckout({
    accountId,
    appId,
    mode: "live",
    body: createCheckoutBody.parse({ amount: 100, customer: { phone: "0911998877" } }),
    now: NOW,
    alongside: () => [],
  });
  const [eventId = ""] = checkout.eventIds;
  const [attemptId, endpointId, deliveryId, recoveryId] = [
    id("att_"),
    id("whk_"),
    id("dlv_"),
    id("rcv_"),
  ];
  const sourceId = id("nts_");
  const code = shortCode(randomBytes(8));
  const endpoint: WebhookEndpoint = {
    ...of,
    id: endpointId,
    url: "https://shop.example/",
    events: ["*"],
    description: null,
    status: "enabled",
    disabledReason: null,
    disabledAt: null,
    secret: seal("whsec_test", endpointId, await readKeyring()),
    previousSecret: null,
    createdAt: NOW,
    deletedAt: null,
    failuresInARow: 0,
    timeoutsInARow: 0,
    failingSince: null,
    lastSuccessAt: null,
    slow: false,
  };
  const eventType = "checkout.created";
  const facts = {
    ...of,
    id: deliveryId,
    endpointId,
    eventId,
    eventType,
    lane: "delivery",
  } as const;
  const day = new Date(NOW).toISOString().slice(0, 10);
  const counters = { created: COUNTED };
  const entry = audit(user, "app.created", String(appId), NOW);
  const invitation: Invitation = {
    ...{ id: id("inv_"), accountId, secretHash: "0".repeat(64), role: "cashier", apps: null },
    ...{ phone: null, telegramUsername: null, createdBy: user.userId },
    ...{ createdAt: NOW, expiresAt: NOW + OFFER_LIFETIME_MS },
  };
  const team = { accountId, ownUserId: user.userId, version: 0, rows: [], invitations: [] };
  await transact(table, [
    ...teamWrites(team, { invited: invitation }),
    attemptWrite(
      {
        ...of,
        id: attemptId,
        checkoutId: checkout.id,
        lookup: {
          provider: "telebirr",
          reference: "CHQ0FJ403O",
          variant: "number",
          parts: {},
          datedOn: null,
        },
        payerPhone: null,
        outcome: "not_found",
        createdAt: NOW,
        settledAt: NOW,
        tries: 1,
        nextAt: null,
        leaseUntil: 0,
        streak: null,
        expected: { amount: 100, currency: "ETB" },
        found: null,
        evidence: null,
        receipt: null,
        fingerprints: [],
      },
      "new",
    ),
    newEndpointWrite(endpoint),
    newDeliveryWrite(newDelivery(facts, NOW)),
    newRecoveryWrite(
      newRecovery({ id: recoveryId, accountId, endpointId, since: NOW, createdAt: NOW }),
    ),
    newLinkWrite({
      ...of,
      code,
      amount: 100,
      currency: "ETB",
      description: null,
      active: true,
      checkoutsCount: 0,
      verifiedCount: 0,
      createdAt: NOW,
    }),
    issueWrite({
      accountId,
      appId,
      kind: "parked_checkout",
      objectId: checkout.id,
      message: "x",
      at: NOW,
    }),
    ...incrementWrites([{ accountId, mode: "live", day, appId, counters }]),
    entry,
  ]);
  await transact(
    table,
    newSourceWrites({
      id: sourceId,
      accountId,
      appId,
      name: "Shop phone",
      kind: "sms_forwarder",
      status: "active",
      secret: "sealed",
      previousSecret: null,
      balanceKey: "sealed",
      createdAt: NOW,
    }),
  );
  const unreadable = {
    hash: "unreadable-hash",
    provider: "cbe",
    text: "x",
    receivedAt: NOW,
  } as const;
  await putUnreadable(table, accountId, unreadable);
  await putNotice(table, {
    ...{ provider: "telebirr", amountMinor: 4_200, currency: "ETB", account: null },
    payer: { name: "Almeta Worqesh", account: null },
    ...{ reference: "DKX1UNM4TC", link: null, paidAt: null, precisionMs: 0, accountId },
    ...{ sourceId: "nts_0", hash: "unmatched", typed: false, balance: "unknown" },
    ...{ sentAt: Date.now(), receivedAt: Date.now() },
  });
  const payments = [{ reference: "DKK3A7B9XZ", amount: 100 }];
  const booked = await bookEvent(table, owner, { day: dayOf(NOW - 86_400_000), payments });
  const statement = comparedStatement(accountId, user.userId);
  const details = { points: [], confirmed: [] };
  await transact(table, statementWrites(statement, details, 0));
  await putFailedRequest(table, { ...of, ...FAILED });
  const ofCheckout = { params: { id: checkout.id }, shows: checkout.id };
  const ofEndpoint = { params: { id: endpointId }, shows: endpointId };
  const ofApp = { params: { app_id: String(appId) } };
  const balance = { shows: `"available":${COUNTED}` };
  return {
    "v1/get-credits": { ...balance, ofAccount: true },
    "v1/list-checkouts": { shows: checkout.id },
    "v1/read-checkout": ofCheckout,
    "v1/list-attempts": { ...ofCheckout, shows: attemptId },
    "v1/list-events": { shows: eventId },
    "v1/read-event": { params: { id: eventId }, shows: eventId },
    "platform/read-me": { shows: user.userId },
    "platform/list-members": { shows: user.userId },
    "platform/list-invitations": { shows: invitation.id },
    "platform/list-memberships": { shows: accountId },
    "platform/read-notifications": { shows: accountId },
    "platform/read-account": { shows: accountId },
    "platform/list-sessions": { shows: user.sessionId },
    "platform/list-audit": { shows: String(entry.put?.Item?.id) },
    "platform/list-apps": { shows: `"app_id":${appId},` },
    "platform/read-app": { ...ofApp, shows: `"app_id":${appId},` },
    "platform/list-payment-methods": { ...ofApp, shows: String(methodIds.telebirr) },
    "platform/list-api-keys": { shows: `"app_id":${appId},` },
    "platform/list-checkouts": { shows: checkout.id },
    "platform/read-checkout": ofCheckout,
    "platform/export-customer": { query: { phone: "0911998877" }, shows: checkout.id },
    "platform/list-payment-links": { shows: linkId(code) },
    "platform/read-payment-link": { params: { id: linkId(code) }, shows: linkId(code) },
    "platform/read-credits": balance,
    "platform/list-ledger": { shows: `"credits":${COUNTED}` },
    "platform/list-webhooks": { shows: endpointId },
    "platform/read-webhook": ofEndpoint,
    "platform/reveal-webhook-secret": ofEndpoint,
    "platform/list-deliveries": { ...ofEndpoint, shows: deliveryId },
    "platform/read-delivery": {
      params: { id: endpointId, delivery_id: deliveryId },
      shows: deliveryId,
    },
    "platform/read-recovery": {
      params: { id: endpointId, recovery_id: recoveryId },
      shows: recoveryId,
    },
    "platform/list-webhook-logs": { shows: deliveryId },
    "platform/list-notice-sources": { shows: sourceId },
    "platform/read-notice-source": { params: { id: sourceId }, shows: sourceId },
    "platform/list-unmatched-notices": { shows: "DKX1UNM4TC" },
    "platform/list-unreadable-notices": { shows: unreadable.hash },
    "platform/list-book-days": { shows: `"app_id":${appId},` },
    "platform/list-book-months": { shows: `"app_id":${appId},` },
    "platform/list-book-entries": { shows: booked },
    "platform/list-book-accounts": { shows: statement.id },
    "platform/list-statements": { shows: statement.id },
    "platform/read-statement": { params: { id: statement.id }, shows: statement.id },
    "platform/list-errors": { shows: checkout.id },
    "platform/list-failed-requests": { shows: FAILED.requestId },
    "platform/read-stats": { shows: String(COUNTED) },
  };
}
