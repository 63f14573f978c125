import { idFloor } from "./ids.ts";

/** How far back a recovery may reach. */
export const LONGEST_RECOVERY_MS = 14 * 86_400_000;

/** Background work that resends one endpoint's failed and skipped deliveries since a time. */
export interface Recovery {
  readonly id: string;
  readonly accountId: string;
  readonly endpointId: string;
  /** `stopped`: the endpoint was disabled or deleted. */
  readonly status: "running" | "completed" | "stopped";
  /** Deliveries of events from then on, ms … */
  readonly since: number;
  /** … and before the recovery was requested. */
  readonly createdAt: number;
  /** Deliveries resent so far. */
  readonly recovered: number;
  /** The group being processed. */
  readonly group: "failed" | "skipped";
  /** The last processed delivery of that group. */
  readonly after: string;
  readonly version: number;
  /** When a worker last made progress, ms. */
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

/** The recovery after its endpoint was disabled or deleted. */
export function afterStop(recovery: Recovery, at: number): Recovery {
  return { ...recovery, status: "stopped", version: recovery.version + 1, completedAt: at };
}
