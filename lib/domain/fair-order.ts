/**
 * Merges groups round-robin, one entry of each group per round: however long a group is, it delays the first
 * entry of another group by at most one place.
 */
export function inTurns<T>(groups: readonly (readonly T[])[]): readonly T[] {
  const rounds = Math.max(0, ...groups.map((group) => group.length));
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    groups.flatMap((group) => group.slice(round, round + 1)),
  );
}
