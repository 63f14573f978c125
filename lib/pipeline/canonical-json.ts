/** JSON text of a parsed body. Equal bodies have equal texts, in whatever order a client sends their fields. */
export function canonicalJson(body: unknown): string {
  return JSON.stringify(body ?? null, (_name, value: unknown) =>
    isObject(value) ? sorted(value) : value,
  );
}

function sorted(object: object): object {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
