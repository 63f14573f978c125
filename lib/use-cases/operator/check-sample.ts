import { log, putMetric } from "../../pipeline/log.ts";
import { putSampleResult } from "../../store/operations.ts";
import { tableFaults } from "../../store/table-faults.ts";
import { ReadBudget, randomAccounts, sampleOf } from "../../store/table-sample.ts";
import type { Table } from "../../store/transact.ts";

/**
 * Read units of one run, 0.00003 dollars: 1 % of the reads of 2,000 checkouts a day. With fewer checkouts, the sample is
 * a larger share, but of very few reads.
 */
export const UNITS_PER_RUN = 200;
const FAULTS_KEPT = 20;

/**
 * Checks the invariants between the items of a few accounts, from a random one on: balance and ledger, and the newest
 * checkouts with their credits, waiting attempts and events. Logs each broken one, counts them, and keeps the result for the
 * operator's console. `check-table` checks a whole table.
 *
 * @param random from 0 to below 1
 */
export async function checkSample(table: Table, now: number, random: number): Promise<void> {
  const budget = new ReadBudget(table, UNITS_PER_RUN);
  let accounts = 0;
  let broken = 0;
  const faults: { accountId: string; why: string }[] = [];
  for await (const accountId of randomAccounts(budget, now, random)) {
    accounts += 1;
    for (const fault of await lastingFaults(budget, accountId, now)) {
      broken += 1;
      log("error", "invariant broken", { account_id: accountId, why: fault });
      if (faults.length < FAULTS_KEPT) faults.push({ accountId, why: fault });
    }
  }
  if (broken > 0) putMetric("InvariantsBroken", broken);
  log("info", "invariants checked", { count: accounts });
  await putSampleResult(table, { at: now, accounts, broken, faults });
}

/** Read twice, because what changes between two reads looks broken once. */
async function lastingFaults(
  budget: ReadBudget,
  accountId: string,
  now: number,
): Promise<readonly string[]> {
  const faults = await tableFaults(await sampleOf(budget, accountId), now);
  if (faults.length === 0) return [];
  const again = await tableFaults(await sampleOf(budget, accountId), now);
  return again.filter((fault) => faults.includes(fault));
}
