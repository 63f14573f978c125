import { useState } from "react";

/**
 * Saves what a form has changed since it was opened, so that it keeps what another member has changed in the meantime.
 *
 * @param fields as the form holds them now
 * @param save called with those that differ
 * @param unchanged called where none does
 */
export function useSave<T extends object>(
  fields: T,
  save: (changes: Partial<T>) => void,
  unchanged: () => void,
): () => void {
  const [opened] = useState(fields);
  const textOf = (all: T, name: string) => JSON.stringify(all[name as keyof T]);
  return () => {
    const changed = Object.entries(fields).filter(
      ([name]) => textOf(fields, name) !== textOf(opened, name),
    );
    if (changed.length === 0) unchanged();
    else save(Object.fromEntries(changed) as Partial<T>);
  };
}
