/**
 * The shortest list that still fails, by leaving out ever smaller parts (delta debugging, Zeller 2002).
 *
 * @param fails whether a list still fails; called often
 * @param isOver whether to be content with what has been reached
 */
export async function shrink<T>(
  list: readonly T[],
  fails: (list: readonly T[]) => Promise<boolean>,
  isOver: () => boolean,
): Promise<readonly T[]> {
  let shortest = list;
  for (let size = Math.ceil(list.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < shortest.length && !isOver(); ) {
      const without = [...shortest.slice(0, from), ...shortest.slice(from + size)];
      if (await fails(without)) shortest = without;
      else from += size;
    }
  }
  return shortest;
}
