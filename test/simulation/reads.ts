import { listAudit } from "../../lib/contract/routes/platform-account.ts";
import {
  readCheckout as readDetails,
  listCheckouts as searchCheckouts,
} from "../../lib/contract/routes/platform-checkouts.ts";
import { listLedger } from "../../lib/contract/routes/platform-credits.ts";
import { listErrors, readStats } from "../../lib/contract/routes/platform-insight.ts";
import { listMembers } from "../../lib/contract/routes/platform-team.ts";
import { listWebhookLogs } from "../../lib/contract/routes/platform-webhooks.ts";
import {
  getCredits,
  listAttempts,
  listCheckouts,
  listEvents,
  readCheckout,
} from "../../lib/contract/routes/v1.ts";
import type { Caller } from "./caller.ts";
import { checkoutOf } from "./moves.ts";
import type { Prng } from "./prng.ts";
import type { Shop } from "./simulation.ts";

const BY_KEY = [
  ["v1/list-checkouts", listCheckouts],
  ["v1/list-events", listEvents],
  ["v1/get-credits", getCredits],
] as const;
const BY_USER = [
  ["platform/list-checkouts", searchCheckouts],
  ["platform/list-webhook-logs", listWebhookLogs],
  ["platform/list-errors", listErrors],
  ["platform/list-ledger", listLedger],
  ["platform/list-audit", listAudit],
  ["platform/list-members", listMembers],
  ["platform/read-stats", readStats],
] as const;

/** Reads a list or a checkout, also one of another shop. */
export async function read(caller: Caller, random: Prng, shop: Shop): Promise<void> {
  const { id } = checkoutOf(caller.simulation.checkouts, random) ?? {};
  const params = id === undefined ? undefined : { id };
  const byKey = random.pick([
    ...BY_KEY,
    ...(params ? ([["v1/read-checkout", readCheckout, { params }]] as const) : []),
    ...(params ? ([["v1/list-attempts", listAttempts, { params }]] as const) : []),
  ]);
  const byUser = random.pick([
    ...BY_USER,
    ...(params ? ([["platform/read-checkout", readDetails, { params }]] as const) : []),
  ]);
  if (random.chance(0.5)) {
    const [path, route, invocation = {}] = byKey;
    await caller.byKey(shop, path, route, invocation);
    return;
  }
  const [path, route, invocation = {}] = byUser;
  await caller.byUser(shop, path, route, invocation);
}
