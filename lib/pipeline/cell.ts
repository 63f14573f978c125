/** Where a function keeps a value. */
export interface Cell<T> {
  made: { readonly value: T } | undefined;
}

const cells: Cell<unknown>[] = [];

/**
 * A new cell. If functions share a process, each has its own value in it: the build replaces this module with another
 * one (`lib/infra/functions-together.ts`).
 */
export function cell<T>(): Cell<T> {
  const made: Cell<T> = { made: undefined };
  cells.push(made);
  return made;
}

/**
 * Forgets every value that was kept, as a new container does. Simulations begin with it.
 *
 * @internal No function calls it.
 */
export function forgetAll(): void {
  for (const each of cells) each.made = undefined;
}
