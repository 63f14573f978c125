// What is kept on this device. A browser that blocks cookies refuses storage, too, an app's own browser may have none, and
// on a full device writing fails: the page works there, but remembers nothing.

/** How long it is kept: until the user deletes it, or as long as the tab is open. */
type Store = "localStorage" | "sessionStorage";

/** Null where nothing is kept. */
export function kept(key: string, store: Store = "localStorage"): string | null {
  try {
    return globalThis[store].getItem(key);
  } catch {
    return null;
  }
}

/** @param value null: forgets it */
export function keep(key: string, value: string | null, store: Store = "localStorage"): void {
  try {
    if (value === null) globalThis[store].removeItem(key);
    else globalThis[store].setItem(key, value);
  } catch {
    // The next page asks again.
  }
}
