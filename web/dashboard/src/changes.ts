import { useRef, useState } from "react";

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
  // A save whose response was lost may have changed them: the value at the opening is a change then.
  const sent = useRef(new Set<string>());
  const textOf = (all: T, name: string) => JSON.stringify(all[name as keyof T]);
  return () => {
    const changed = Object.entries(fields).filter(
      ([name]) => sent.current.has(name) || textOf(fields, name) !== textOf(opened, name),
    );
    if (changed.length === 0) return unchanged();
    for (const [name] of changed) sent.current.add(name);
    save(Object.fromEntries(changed) as Partial<T>);
  };
}
