/** Makes a value on first use and keeps it; the only form of shared state in a function. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** As `once`, but reads again if the value is older than `forMs` or, after a clock change, in the future. */
export function briefly<T>(
  forMs: number,
  now: () => number,
  read: () => Promise<T>,
): () => Promise<T> {
  let last: { readonly value: T; readonly readAt: number } | undefined;
  return async () => {
    const at = now();
    if (last === undefined || Math.abs(at - last.readAt) >= forMs) {
      last = { value: await read(), readAt: at };
    }
    return last.value;
  };
}
