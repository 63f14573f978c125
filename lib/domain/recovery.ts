import { idFloor } from "./ids.ts";

/** A recovery reaches back this far at most. */
export const LONGEST_RECOVERY_MS = 14 * 86_400_000;

/** Sending again all of one endpoint's failed and skipped deliveries since a time, in the background. */
export interface Recovery {
  readonly id: string;
  readonly accountId: string;
  readonly endpointId: string;
  /** `stopped`: the endpoint was disabled or deleted on the way. */
  readonly status: "running" | "completed" | "stopped";
  /** Deliveries whose event happened from then on, ms … */
  readonly since: number;
  /** … and before the recovery was asked for. */
  readonly createdAt: number;
  /** How many it has sent off so far. */
  readonly recovered: number;
  /** Which of the two groups it goes through. */
  readonly group: "failed" | "skipped";
  /** The last delivery that it looked at in that group. */
  readonly after: string;
  readonly version: number;
  /** When somebody last worked on it, ms. */
  readonly touchedAt: number;
  readonly completedAt: number | null;
}

export function newRecovery(
  facts: Pick<Recovery, "id" | "accountId" | "endpointId" | "since" | "createdAt">,
): Recovery {
  return {
    ...facts,
    status: "running",
    recovered: 0,
    group: "failed",
    after: idFloor("dlv_", facts.since),
    version: 1,
    touchedAt: facts.createdAt,
    completedAt: null,
  };
}

/** The recovery after one page: `last` is the last delivery of the page, null for an empty one. */
export function afterPage(
  recovery: Recovery,
  page: { readonly last: string | null; readonly recovered: number; readonly at: number },
): Recovery {
  const base = {
    ...recovery,
    recovered: recovery.recovered + page.recovered,
    version: recovery.version + 1,
    touchedAt: page.at,
  };
  if (page.last !== null) return { ...base, after: page.last };
  if (recovery.group === "failed") {
    return { ...base, group: "skipped", after: idFloor("dlv_", recovery.since) };
  }
  return { ...base, status: "completed", completedAt: page.at };
}

/** The recovery after it found its endpoint disabled or gone. */
export function afterStop(recovery: Recovery, at: number): Recovery {
  return { ...recovery, status: "stopped", version: recovery.version + 1, completedAt: at };
}
