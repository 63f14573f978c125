/** Makes a `switch` exhaustive: a case that is missing does not compile. */
export function unreachable(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
