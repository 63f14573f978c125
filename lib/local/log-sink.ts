import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { instant } from "../domain/instant.ts";
import { optionalWrites } from "./data-folder.ts";
import type { Exchange } from "./gateway/exchange.ts";
import type { Answer } from "./gateway/refusal.ts";

// What functions print: one file per function, with the time before each line, as `aws logs tail` shows it, and in memory
// the last lines of all of them, where tests look for what must never be written.

export type LogLine = { readonly function: string; readonly line: string };
export type LogSink = {
  /** Takes a chunk of output; lines may be split. */
  write(functionId: string, chunk: string): void;
  /** Oldest first, at most the last 5,000. */
  readonly lines: readonly LogLine[];
};

const MAX_LINES = 5_000;

/** `now`: ms on the moved clock. */
export function createLogSink(folder: string | null, now: () => number): LogSink {
  const lines: LogLine[] = [];
  const rest = new Map<string, string>();
  const keep = optionalWrites("The functions' log");
  if (folder !== null) mkdirSync(folder, { recursive: true });
  return {
    lines,
    write(functionId, chunk) {
      const parts = ((rest.get(functionId) ?? "") + chunk).split("\n");
      rest.set(functionId, parts.pop() ?? "");
      if (folder !== null && parts.length > 0) {
        const stamp = instant(now());
        const text = parts.map((line) => `${stamp} ${line}\n`).join("");
        keep(() => appendFileSync(join(folder, `${functionId}.log`), text));
      }
      for (const line of parts) lines.push({ function: functionId, line });
      if (lines.length > MAX_LINES) lines.splice(0, lines.length - MAX_LINES);
    },
  };
}

// One exchange with the gateway as its client saw it.

export type SeenAnswer = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** Text; empty where there was none. */
  readonly body: string;
};

export function seenAnswer({ method, path }: Exchange, answer: Answer): SeenAnswer {
  const { status, headers, body } = answer;
  const text = typeof body === "string" ? body : Buffer.from(body).toString("utf8");
  return { method, path, status, headers, body: method === "HEAD" ? "" : text };
}

// Counts running work anywhere in the stack. Code takes a token before the work becomes visible and returns it
// after starting what follows, so a count of zero means that nothing runs and nothing is about to.

export type Activity = {
  /** Marks a piece of work; call the result once, when it is done. */
  begin(): () => void;
  /** Does work after the real milliseconds, or as soon as nothing else runs. Until then the stack is not idle. */
  defer(work: () => void, milliseconds: number): void;
  /** Resolves with true when nothing runs, or with false after the given real milliseconds. */
  idle(timeoutMilliseconds: number): Promise<boolean>;
  readonly running: number;
};

export function createActivity(): Activity {
  let running = 0;
  let waiters: (() => void)[] = [];
  const deferred = new Set<() => void>();

  /** Does first what was put off, which may start more work. */
  const settle = () => {
    if (running > 0) return;
    const late = [...deferred];
    for (const work of late) work();
    if (late.length > 0) {
      if (running === 0) settleSoon();
      return;
    }
    for (const wake of waiters.splice(0)) wake();
  };
  // Two turns of the event loop: responses already in a socket may start more work.
  const settleSoon = () => void setImmediate(() => setImmediate(settle));

  return {
    begin() {
      running += 1;
      let open = true;
      return () => {
        if (!open) return;
        open = false;
        running -= 1;
        if (running === 0) settleSoon();
      };
    },
    defer(work, milliseconds) {
      const once = () => {
        clearTimeout(timer);
        if (deferred.delete(once)) work();
      };
      const timer = setTimeout(once, milliseconds).unref();
      deferred.add(once);
      if (running === 0) settleSoon();
    },
    idle(timeoutMilliseconds) {
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          resolve(true);
        };
        const timer = setTimeout(() => {
          waiters = waiters.filter((waiter) => waiter !== wake);
          resolve(false);
        }, timeoutMilliseconds);
        waiters.push(wake);
        if (running === 0) settleSoon();
      });
    },
    get running() {
      return running;
    },
  };
}
