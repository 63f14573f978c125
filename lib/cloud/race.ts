/** How hard to try: `parallel` tries at once, and `rounds` of them one after another. */
export interface RaceLimits {
  readonly parallel: number;
  readonly rounds: number;
}

/**
 * Runs tries in parallel until one returns a good answer, then aborts the others. A round with only poor
 * answers ends the race with the first of them: the server is up, so another round would only add load. A
 * round in which all tries fail is followed by the next. Rejects with the last failure.
 */
export async function race<T>(
  limits: RaceLimits,
  attempt: (signal: AbortSignal) => Promise<T>,
  isGood: (answer: T) => boolean,
  signal: AbortSignal,
): Promise<T> {
  let failure: unknown = signal.reason;
  for (let round = 0; round < limits.rounds && !signal.aborted; round += 1) {
    const poor: T[] = [];
    const losers = new AbortController();
    const either = AbortSignal.any([signal, losers.signal]);
    const tries = Array.from({ length: limits.parallel }, async () => {
      const answer = await attempt(either);
      if (isGood(answer)) return answer;
      poor.push(answer);
      throw new Error("A poor answer.");
    });
    try {
      return await Promise.any(tries);
    } catch (error) {
      const [first] = poor;
      if (first !== undefined) return first;
      failure = error instanceof AggregateError ? error.errors.at(-1) : error;
    } finally {
      losers.abort();
    }
  }
  throw failure;
}
