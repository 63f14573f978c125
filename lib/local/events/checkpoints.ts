// Keeps how far each stream has been read, across restarts. Written after a batch is done: a kill before that
// repeats the batch, as Lambda may.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";

export type Checkpoints = {
  get(id: string): string | null;
  set(id: string, value: string | null): void;
};

const schema = z.record(z.string(), z.string());

export function createCheckpoints(file: string | null): Checkpoints {
  const values = new Map(Object.entries(file === null ? {} : load(file)));
  return {
    get: (id) => values.get(id) ?? null,
    set(id, value) {
      if (value === null) values.delete(id);
      else values.set(id, value);
      if (file === null) return;
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(values)));
      renameSync(`${file}.new`, file);
    },
  };
}

function load(file: string): Record<string, string> {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return {};
  }
}
