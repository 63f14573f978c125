import type { ReadFile } from "./file.ts";
import { type FileFault, UnusableFile } from "./table.ts";

/** Time to read a file. A statement of 200 pages takes a few seconds, even on a slow phone. */
const MOST_MS = 60_000;

/** What the worker answers. */
type Answer = ReadFile | { readonly fault: FileFault; readonly line: number | null };

/**
 * Reads a file as `readFile` does, in a web worker: one that unpacks to far more than its size would block the page.
 *
 * @throws UnusableFile as `readFile`, and `too_slow` after a minute
 */
export async function readInWorker(file: Blob): Promise<ReadFile> {
  const worker = new Worker(new URL("./file-worker.ts", import.meta.url), { type: "module" });
  // The PDF library, in the worker, sends messages of its own to the page.
  const { port1: ours, port2: theirs } = new MessageChannel();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<ReadFile>((resolve, reject) => {
      timer = setTimeout(() => reject(new UnusableFile("too_slow")), MOST_MS);
      ours.onmessage = ({ data }: MessageEvent<Answer>) => {
        if ("fault" in data) reject(new UnusableFile(data.fault, data.line));
        else resolve(data);
      };
      // Its script did not load. Whatever fails later is an answer.
      worker.addEventListener("error", () => reject(new UnusableFile("not_loaded")));
      worker.postMessage(file, [theirs]);
    });
  } finally {
    clearTimeout(timer);
    ours.close();
    worker.terminate();
  }
}
