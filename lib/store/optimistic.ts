/** A lost race: the round starts over with the stored state. */
export const LOST = Symbol("lost");

/** Enough for 12 concurrent writers, because one of them wins each round. */
const MAX_ROUNDS = 12;

/**
 * Runs `round`, which reads, decides and writes, until it does not lose.
 *
 * @returns what the winning round returned, or `LOST` after 12 lost ones
 */
export async function optimistically<T>(
  round: () => Promise<T | typeof LOST>,
): Promise<T | typeof LOST> {
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
    const result = await round();
    if (result !== LOST) return result;
  }
  return LOST;
}
