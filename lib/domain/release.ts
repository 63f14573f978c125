/**
 * How the release of one function goes. `withdrawing`: an alarm or a person stopped it, and its traffic goes back;
 * `failed`: it stopped, and nothing has taken it back yet.
 */
export type ReleaseState = "running" | "failed" | "withdrawing" | "withdrawn" | "succeeded";

/** Later states never turn back into earlier ones, in whichever order events come. */
const RANKS: Readonly<Record<ReleaseState, number>> = {
  running: 0,
  failed: 1,
  withdrawing: 2,
  withdrawn: 3,
  succeeded: 3,
};

/** A version of a function that takes over from the one before. Instants in ms. */
export interface Release {
  /** CodeDeploy's id, `d-…`. */
  readonly id: string;
  /** e.g. `v1-create-checkout` */
  readonly functionId: string;
  /** Lambda's numbers of the versions; null where CodeDeploy named none. */
  readonly from: string | null;
  readonly to: string | null;
  /** Share of the invocations that the new version gets at first. */
  readonly percent: number;
  readonly state: ReleaseState;
  /** Names of the alarms that stopped it. */
  readonly alarms: readonly string[];
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** How far a state is: a stored one is only replaced by one that is as far or farther. */
export function releaseRank(state: ReleaseState): number {
  return RANKS[state];
}

/** All functions of one release: CloudFormation starts their deployments at about the same time. */
export interface ReleaseGroup {
  readonly state: ReleaseState | "unknown";
  readonly percent: number;
  readonly startedAt: number;
  /** Null until all have ended. */
  readonly endedAt: number | null;
  readonly alarms: readonly string[];
  /** In the order of their ids. */
  readonly functions: readonly Release[];
}

/** A deployment that starts this long after the one before belongs to another release. */
const APART_MS = 4 * 60_000;
/** A release takes a few minutes. Later its end is unknown: CodeDeploy's events may be lost. */
const LONGEST_MS = 3_600_000;
/** One of them decides for the whole release, the first that any function has. */
const DECIDING: readonly ReleaseState[] = ["withdrawing", "failed", "withdrawn", "running"];

/**
 * Releases from those of their functions, newest first.
 *
 * @param releases newest first
 */
export function groupReleases(releases: readonly Release[], now: number): readonly ReleaseGroup[] {
  const groups: Release[][] = [];
  for (const release of releases) {
    const last = groups.at(-1)?.at(-1);
    const isSame = last !== undefined && last.startedAt - release.startedAt <= APART_MS;
    // A function that comes again was released again.
    const isAgain = groups.at(-1)?.some(({ functionId }) => functionId === release.functionId);
    if (isSame && !isAgain) groups.at(-1)?.push(release);
    else groups.push([release]);
  }
  return groups.map((group) => groupOf(group, now));
}

function groupOf(releases: readonly Release[], now: number): ReleaseGroup {
  const state = DECIDING.find((one) => releases.some((release) => release.state === one));
  const startedAt = Math.min(...releases.map((release) => release.startedAt));
  const ends = releases.map(({ endedAt }) => endedAt);
  const isOpen = ends.includes(null);
  return {
    state: isOpen && now - startedAt > LONGEST_MS ? "unknown" : (state ?? "succeeded"),
    percent: Math.min(...releases.map(({ percent }) => percent)),
    startedAt,
    endedAt: isOpen ? null : Math.max(...ends.map(Number)),
    alarms: [...new Set(releases.flatMap(({ alarms }) => alarms))].toSorted(),
    functions: releases.toSorted((one, other) => one.functionId.localeCompare(other.functionId)),
  };
}
