/** Values as the document client takes and returns them. */
export type Item = Record<string, unknown>;

/** A deep copy without `undefined`, as marshalling to DynamoDB and back makes one. */
export function copyOf<T>(value: T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(copy);
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (value instanceof Set) return new Set(value);
  const result: Item = {};
  for (const name in value) {
    const inner = (value as Item)[name];
    if (inner !== undefined) result[name] = copy(inner);
  }
  return result;
}

/** DynamoDB's type of a value; values of different types are never equal and have no order. */
function typeOf(value: unknown): string {
  if (value === null) return "NULL";
  if (value === undefined) return "none";
  if (typeof value !== "object") return typeof value;
  if (Array.isArray(value)) return "L";
  if (value instanceof Uint8Array) return "B";
  return value instanceof Set ? "set" : "M";
}

export function isEqual(left: unknown, right: unknown): boolean {
  const type = typeOf(left);
  if (type !== typeOf(right) || type === "none") return false;
  if (type === "set") {
    const [a, b] = [left as Set<unknown>, right as Set<unknown>];
    return a.size === b.size && [...a].every((each) => b.has(each));
  }
  if (type === "B") return Buffer.compare(left as Uint8Array, right as Uint8Array) === 0;
  if (type === "L" || type === "M") return JSON.stringify(left) === JSON.stringify(right);
  return left === right;
}

/** Negative, 0 or positive; null where the two have no order. */
export function orderOf(left: unknown, right: unknown): number | null {
  if (typeof left === "number" && typeof right === "number") return left - right;
  if (typeof left !== "string" || typeof right !== "string") return null;
  return left < right ? -1 : left > right ? 1 : 0;
}
