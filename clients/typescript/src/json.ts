/**
 * Parses JSON of the API.
 *
 * @throws SyntaxError also for a number that cannot be exact
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      throw new SyntaxError("A number is too large to be exact.");
    }
    return value;
  });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
