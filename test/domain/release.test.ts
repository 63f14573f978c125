import { describe, expect, it } from "vitest";
import { groupReleases, type Release, releaseRank } from "../../lib/domain/release.ts";

const NOW = Date.UTC(2026, 10, 25, 12);
const MINUTE = 60_000;
let made = 0;

function release(minutesAgo: number, more: Partial<Release> = {}): Release {
  made += 1;
  const startedAt = NOW - minutesAgo * MINUTE;
  return {
    ...{ id: `d-${made}`, functionId: `function-${made}`, from: "1", to: "2", percent: 10 },
    ...{ state: "succeeded", alarms: [], startedAt, endedAt: startedAt + 5 * MINUTE },
    ...more,
  };
}

const states = (releases: readonly Release[]) =>
  groupReleases(releases, NOW).map(({ state }) => state);

describe("releases of functions", () => {
  it("belong together where they begin at about the same time", () => {
    const releases = [release(10), release(11), release(90), release(91)];
    const groups = groupReleases(releases, NOW);
    expect(groups.map(({ functions }) => functions.length)).toEqual([2, 2]);
    expect(groups[0]).toMatchObject({
      startedAt: NOW - 11 * MINUTE,
      endedAt: NOW - 5 * MINUTE,
    });
  });

  it("belong together up to four minutes apart", () => {
    const late = { startedAt: NOW - 14 * MINUTE - 1 };
    expect(groupReleases([release(10), release(14)], NOW)).toHaveLength(1);
    expect(groupReleases([release(10), release(14, late)], NOW)).toHaveLength(2);
  });

  it("have the smallest share of their functions, which are listed by name", () => {
    const [b, a] = [
      release(1, { functionId: "b", percent: 25 }),
      release(1, { functionId: "a", percent: 10 }),
    ];
    expect(groupReleases([b, a], NOW)).toMatchObject([
      { state: "succeeded", percent: 10, functions: [a, b] },
    ]);
  });

  it("go on from running to their end, and never back", () => {
    const steps = ["running", "failed", "withdrawing", "withdrawn"] as const;
    const ranks = steps.map(releaseRank);
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    expect(new Set(ranks).size).toBe(steps.length);
    expect(releaseRank("succeeded")).toBe(releaseRank("withdrawn"));
  });

  it("are two where a function comes again soon", () => {
    const functionId = "authorizer";
    expect(states([release(1, { functionId }), release(3, { functionId })])).toHaveLength(2);
    const others = [release(1), release(1, { functionId }), release(3, { functionId })];
    expect(states(others)).toHaveLength(2);
  });

  it("are in progress until the last function has ended", () => {
    const open = release(2, { state: "running", endedAt: null });
    expect(groupReleases([open, release(2)], NOW)).toMatchObject([
      { state: "running", endedAt: null },
    ]);
  });

  it("are withdrawn where one function is", () => {
    const alarms = ["release-invariants"];
    const back = release(8, { state: "withdrawn", alarms });
    expect(groupReleases([release(8), back], NOW)).toMatchObject([{ state: "withdrawn", alarms }]);
    const leaving = release(8, { state: "withdrawing", endedAt: null });
    expect(states([leaving, back])).toEqual(["withdrawing"]);
  });

  it("have an unknown end, and no success, where none was reported within an hour", () => {
    const silent = { state: "running", endedAt: null } as const;
    expect(states([release(60, silent)])).toEqual(["running"]);
    expect(states([release(61, silent)])).toEqual(["unknown"]);
  });
});
