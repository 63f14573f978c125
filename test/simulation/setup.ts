import { seal } from "../../lib/cloud/secret-box.ts";
import { generateWebhookSecret } from "../../lib/cloud/webhook-signature.ts";
import { modeOf } from "../../lib/domain/checkout.ts";
import { newId } from "../../lib/domain/ids.ts";
import { randomBytes, table } from "../../lib/pipeline/deps.ts";
import { changeAppWrite, getAppWithMethods, subscribeWrite } from "../../lib/store/apps.ts";
import { newEndpointWrite } from "../../lib/store/endpoints.ts";
import { newIdentityWrite } from "../../lib/store/identities.ts";
import { newSourceWrites } from "../../lib/store/notice-sources.ts";
import { newSessionWrite } from "../../lib/store/sessions.ts";
import { transact } from "../../lib/store/transact.ts";
import { newUserWrites, pairedWrite } from "../../lib/store/users.ts";
import { deriveKeyring } from "../../lib/use-cases/webhooks/keyring.ts";
import { createMerchant, grantCredits, SHOP } from "../support/merchant.ts";
import { newSessionId, sessionOf } from "../support/users.ts";
import { OPERATOR } from "./functions.ts";
import { PASSPHRASES } from "./receivers.ts";
import type { Shop, Simulation } from "./simulation.ts";
import { NOTICE_LIMIT, type Till } from "./wallet.ts";

const SHOPS = 3;

/** Makes the operator's account and three merchants, each with an app and endpoints of both modes. */
export async function setUp(simulation: Simulation): Promise<void> {
  await openAccount(simulation, OPERATOR.accountId, 10_000);
  for (let count = 0; count < SHOPS; count++) {
    const shop = await openAccount(
      simulation,
      newId("acc_", Date.now(), randomBytes(10)),
      1 + count,
    );
    await addEndpoint(shop, ["*"], true);
    await addEndpoint(shop, ["checkout.verified", "credits.exhausted"], true);
    await addEndpoint(shop, ["*"], false);
    // The last shop has no phone.
    if (count < SHOPS - 1) await pair(shop, count === 1);
  }
}

/** Pairs the shop's phone and lets its messages count up to `NOTICE_LIMIT`. */
async function pair(shop: Shop, distinctAmounts: boolean): Promise<void> {
  const now = Date.now();
  const { accountId, appId } = shop;
  const id = newId("nts_", now, randomBytes(10));
  const secret = Buffer.from(randomBytes(16)).toString("hex");
  const ring = deriveKeyring({ current: "1", passphrases: { "1": PASSPHRASES["1"] } });
  const found = await getAppWithMethods(table(), accountId, appId);
  if (found === null) throw new Error("The shop has no app.");
  await transact(table(), [
    pairedWrite(accountId, true),
    changeAppWrite(found.app, { noticeLimit: NOTICE_LIMIT, distinctAmounts }),
    ...newSourceWrites({
      ...{ id, accountId, appId, name: "Shop phone", kind: "sms_gateway", status: "active" },
      secret: seal(secret, id, ring),
      previousSecret: null,
      balanceKey: seal(Buffer.from(randomBytes(16)).toString("hex"), id, ring),
      createdAt: now,
    }),
  ]);
  shop.phone = { sourceId: id, secret };
}

async function openAccount(
  simulation: Simulation,
  accountId: string,
  credits: number,
): Promise<Shop> {
  const now = Date.now();
  const userId = newId("usr_", now, randomBytes(10));
  const sessionId = newSessionId(now);
  const phone = `+2519${String(11_000_000 + simulation.shops.length)}`;
  const user = {
    id: userId,
    accountId,
    name: null,
    phone,
    telegram: null,
    createdAt: now,
    closedAt: null,
  };
  const account = { id: accountId, ownerId: userId, createdAt: now, closedAt: null };
  await transact(table(), [
    newIdentityWrite({ kind: "phone", phone }, userId, now),
    ...newUserWrites(user, account),
    newSessionWrite(sessionOf({ sessionId, userId, accountId }, "phone", now)),
  ]);
  const till: Till = {
    name: SHOP.name,
    number: `2519000000${10 + simulation.shops.length}`,
    messages: [],
    balance: 1_000_000,
  };
  const accounts = {
    http: SHOP,
    manual: { name: "Shop", number: "1000200030" },
    telebirr: { name: till.name, number: till.number },
  };
  const merchant = await createMerchant(table(), { accountId, accounts, now });
  await grantCredits(table(), {
    id: newId("led_", now, randomBytes(10)),
    accountId,
    kind: "grant",
    credits,
    source: "sign-up",
    note: null,
    createdAt: now,
  });
  const [key] = simulation
    .itemsOf("api_key")
    .filter((item) => item.accountId === accountId && item.mode === "live");
  const shop: Shop = {
    accountId,
    userId,
    sessionId,
    appId: merchant.appId,
    oldApps: [],
    key: { id: String(key?.id), secret: merchant.liveKey },
    testKey: merchant.testKey,
    revoked: [],
    links: [],
    till,
    phone: null,
    pasteId: null,
    closedAt: null,
  };
  simulation.shops.push(shop);
  return shop;
}

/** Description of an endpoint that was added after the start. */
export const LATER = "later";

export async function addEndpoint(
  shop: Shop,
  events: readonly string[],
  livemode: boolean,
  description: typeof LATER | null = null,
) {
  const now = Date.now();
  const id = newId("whk_", now, randomBytes(10));
  const ring = deriveKeyring({ current: "1", passphrases: { "1": PASSPHRASES["1"] } });
  const found = await getAppWithMethods(table(), shop.accountId, shop.appId);
  await transact(table(), [
    ...(found ? [subscribeWrite(found.app, modeOf(livemode), events)] : []),
    newEndpointWrite({
      id,
      accountId: shop.accountId,
      appId: shop.appId,
      livemode,
      url: `https://shop.example/hooks/${id}`,
      events,
      description,
      status: "enabled",
      disabledReason: null,
      disabledAt: null,
      secret: seal(generateWebhookSecret(), id, ring),
      previousSecret: null,
      createdAt: now,
      deletedAt: null,
      failuresInARow: 0,
      timeoutsInARow: 0,
      failingSince: null,
      lastSuccessAt: null,
      slow: false,
    }),
  ]);
}
