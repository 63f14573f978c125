// What is kept on this device. A browser that blocks cookies refuses storage, too, an app's own browser may have none, and
// on a full device writing fails: the page works there, but remembers nothing.

/** Null where nothing is kept. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param value null: forgets it */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The next page asks again.
  }
}
