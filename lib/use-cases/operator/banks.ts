import { type Breaker, healthOf, switchedOff, switchedOn, UNTRIED } from "../../domain/breaker.ts";
import { ServiceError } from "../../domain/errors.ts";
import { PROVIDERS, type ProviderId } from "../../domain/provider.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import {
  breakerWrite,
  getBreaker,
  getBreakers,
  type UnreadablePage,
  unreadablePagesOf,
} from "../../store/banks.ts";
import type { OnUnreadable } from "../../store/due.ts";
import { issueWrite, resolveIssueWrite, SERVICE_ACCOUNT } from "../../store/issues.ts";
import {
  isRefused,
  LOST,
  optimistically,
  type Table,
  transact,
  type Write,
} from "../../store/transact.ts";
import { type OperatorAction, operatorAudit } from "./operator.ts";

/** Banks that are queried over the network. */
export const ALL_BANKS: readonly ProviderId[] = PROVIDERS.filter(
  (id) => id !== "manual" && id !== "sandbox",
);

export interface BankReport {
  readonly provider: ProviderId;
  readonly breaker: Breaker;
  /** Newest first. */
  readonly unreadable: readonly UnreadablePage[];
}

/** Every bank with its breaker and its unreadable pages. */
export async function bankReports(
  table: Table,
  banks: readonly ProviderId[],
  now: number,
  onUnreadable?: OnUnreadable,
): Promise<readonly BankReport[]> {
  const breakers = await getBreakers(table, banks, onUnreadable);
  return Promise.all(
    banks.map(async (provider) => ({
      provider,
      breaker: breakers.get(provider) ?? UNTRIED,
      unreadable: await unreadablePagesOf(table, provider, now, onUnreadable),
    })),
  );
}

/**
 * Switches a bank off or on, for all accounts, within three seconds. While it is off, nothing asks it and payments through it
 * are parked; checkouts still offer it. When it is on again, `check-provider-health` resumes them.
 *
 * @returns the breaker afterwards
 * @throws ServiceError `conflict` if it is so already, or after 12 lost races
 */
export async function switchBank(
  action: OperatorAction,
  provider: ProviderId,
  isOn: boolean,
): Promise<Breaker> {
  const { table, reason, now } = action;
  const done = await optimistically(async () => {
    const { breaker, version } = await getBreaker(table, provider, "current");
    if (Boolean(breaker.off) !== isOn) {
      throw new ServiceError("conflict", `The bank is already switched ${isOn ? "on" : "off"}.`);
    }
    const next = isOn ? switchedOn(breaker, now) : switchedOff(breaker, reason, now);
    const commit = await transact(table, [
      breakerWrite(provider, next, version),
      ...tellAccounts(provider, next, now),
      ...operatorAudit(action, isOn ? "bank.switched_on" : "bank.switched_off", {
        accountId: null,
        objectId: provider,
      }),
    ]);
    if (isRefused(commit, "breaker")) return LOST;
    return next;
  });
  if (done === LOST) throw lostRace();
  return done;
}

/** Accounts see it among their errors, as any outage. */
function tellAccounts(provider: ProviderId, next: Breaker, at: number): readonly Write[] {
  const issue = { kind: "provider_outage", objectId: provider, accountId: SERVICE_ACCOUNT };
  if (next.off) {
    return [issueWrite({ ...issue, appId: null, message: `${provider} is switched off.`, at })];
  }
  return healthOf(next) === "down" ? [] : [resolveIssueWrite(issue)];
}
