/** Reads filters from the address. Invalid values are left out. */

export function textOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text : undefined;
}

export function oneOf<V extends string>(value: unknown, known: readonly V[]): V | undefined {
  return known.find((entry) => entry === value);
}

export function numberOf(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Drops filters that are not set, so that the address stays short. */
export function compact<T extends object>(filters: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}

/** A path of this site; undefined for anything else, such as `//host`, which leads to another site. */
export function ownPath(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined || !text.startsWith("/")) return undefined;
  const url = URL.parse(text, location.origin);
  return url?.origin === location.origin && !/^\/[/\\]/.test(text) ? text : undefined;
}
