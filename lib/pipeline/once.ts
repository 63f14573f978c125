import { cell } from "./cell.ts";

/** Makes a value on first use and keeps it; the only form of shared state in a function. */
export function once<T>(make: () => T): () => T {
  const kept = cell<T>();
  return () => {
    kept.made ??= { value: make() };
    return kept.made.value;
  };
}

/** As `once`, but reads again if the value is older than `forMs` or, after a clock change, in the future. */
export function briefly<T>(
  forMs: number,
  now: () => number,
  read: () => Promise<T>,
): () => Promise<T> {
  const kept = once((): { last?: { readonly value: T; readonly readAt: number } } => ({}));
  return async () => {
    const at = now();
    const { last } = kept();
    if (last !== undefined && Math.abs(at - last.readAt) < forMs) return last.value;
    const value = await read();
    kept().last = { value, readAt: at };
    return value;
  };
}
