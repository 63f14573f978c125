import { forgetAll as forgetThose, briefly as ofThePipeline } from "../../lib/pipeline/once.ts";

export const briefly = ofThePipeline;
export const forgetAll = forgetThose;

/**
 * In place of `lib/pipeline/once.ts` where test files share a process: each file has a table of its own, and what was
 * made for the table of another file must not be used.
 */
export function once<T>(make: () => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const key = `${process.env.AWS_ENDPOINT_URL_DYNAMODB} ${process.env.TABLE_NAME}`;
    const value = made.get(key) ?? make();
    made.set(key, value);
    return value;
  };
}
