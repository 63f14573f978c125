import type { Context } from "./context.ts";

/** Items between two reports in a log. */
const REPORT_EVERY = 50;

/**
 * Returns a function that reports how many of `total` items are done, on the standard error stream: on one line
 * that it rewrites, or in a log after every 50th item.
 *
 * @param rewrites false if other output appears meanwhile; default: true in a terminal
 */
export function progressOf(
  context: Context,
  verb: string,
  total: number,
  rewrites: boolean = process.stderr.isTTY,
) {
  return (done: number): void => {
    const text = `${verb} ${done} of ${total}`;
    if (rewrites) process.stderr.write(`\r${text}${done === total ? "\n" : ""}`);
    else if (done === total || done % REPORT_EVERY === 0) context.note(text);
  };
}
