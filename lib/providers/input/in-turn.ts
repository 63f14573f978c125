/**
 * As many as may be tried at once, others at each try: with more accounts at a bank than lookups that it
 * is asked at a time, the one that was paid comes up at one of the tries.
 *
 * @param tries how many tries came before, 0 for the first
 */
export function inTurn<T>(all: readonly T[], tries: number, most: number): readonly T[] {
  if (all.length <= most) return all;
  const from = (tries * most) % all.length;
  return [...all, ...all].slice(from, from + most);
}
