import type { Route } from "../../../lib/contract/route.ts";
import * as auth from "../../../lib/contract/routes/auth.ts";
import * as account from "../../../lib/contract/routes/platform-account.ts";
import * as apps from "../../../lib/contract/routes/platform-apps.ts";
import * as checkouts from "../../../lib/contract/routes/platform-checkouts.ts";
import * as credits from "../../../lib/contract/routes/platform-credits.ts";
import * as insight from "../../../lib/contract/routes/platform-insight.ts";
import * as keys from "../../../lib/contract/routes/platform-keys.ts";
import * as links from "../../../lib/contract/routes/platform-links.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { LocalStack } from "../../../lib/local/compose-stack.ts";
import { logIn, type Visitor, withSigningKey } from "../../support/api.ts";
import { routeCaller } from "../../support/contract.ts";
import { createMerchant, grantCredits } from "../../support/merchant.ts";
import { startLocal, tableOf } from "../../support/running-stack.ts";

/** Every operation of login and the dashboard but the webhooks', which have tests of their own. */
export const ROUTES: readonly Route[] = [
  auth,
  account,
  apps,
  checkouts,
  credits,
  insight,
  keys,
  links,
].flatMap((group) => Object.values(group) as Route[]);

const OPERATOR = newId("acc_", 1_795_000_000_000, new Uint8Array(10).fill(9));

/** Statuses that each route has shown, over all cases. */
export const seen = new Map<Route, Set<number>>();
export let stack: LocalStack;
/** Without Telegram, credits or a shop that sells them, and with three codes an hour. */
export let bare: LocalStack;
export let owner: Visitor;
export let stranger: Visitor;
export let hit: ReturnType<typeof routeCaller>;
export let hitBare: ReturnType<typeof routeCaller>;

export async function openStack(): Promise<void> {
  stack = await withSigningKey(
    await startLocal({
      config: { otpPerAddressPerHour: 1000, operatorAccountId: OPERATOR, operatorAppId: 1001 },
    }),
  );
  bare = await withSigningKey(
    await startLocal({
      config: {
        otpPerAddressPerHour: 3,
        signUpCredits: 0,
        telegram: { clientId: null, botUsername: null, issuer: "https://oauth.telegram.org" },
      },
    }),
  );
  await createMerchant(tableOf(stack), { accountId: OPERATOR });
  await grantCredits(tableOf(stack), {
    id: newId("led_", stack.now(), new Uint8Array(10)),
    accountId: OPERATOR,
    kind: "grant",
    credits: 10,
    source: "test",
    note: null,
    createdAt: stack.now(),
  });
  [owner, stranger] = [await logIn(stack), await logIn(stack)];
  hit = routeCaller(stack, seen);
  hitBare = routeCaller(bare, seen);
}

export async function closeStack(): Promise<void> {
  await stack?.close();
  await bare?.close();
}
