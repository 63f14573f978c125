// What functions print: one file per function, and in memory the last lines of all of them, where
// tests look for what must never be written.
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

export type LogLine = { readonly function: string; readonly line: string };
export type LogSink = {
  /** Takes a chunk of output; lines may be split. */
  write(functionId: string, chunk: string): void;
  /** Oldest first, at most the last 20,000. */
  readonly lines: readonly LogLine[];
};

const MAX_LINES = 20_000;

export function createLogSink(folder: string | null): LogSink {
  const lines: LogLine[] = [];
  const rest = new Map<string, string>();
  if (folder !== null) mkdirSync(folder, { recursive: true });
  return {
    lines,
    write(functionId, chunk) {
      if (folder !== null) appendFileSync(join(folder, `${functionId}.log`), chunk);
      const parts = ((rest.get(functionId) ?? "") + chunk).split("\n");
      rest.set(functionId, parts.pop() ?? "");
      for (const line of parts) lines.push({ function: functionId, line });
      if (lines.length > MAX_LINES) lines.splice(0, lines.length - MAX_LINES);
    },
  };
}
