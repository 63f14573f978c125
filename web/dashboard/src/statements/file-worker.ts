import "../older-browsers.ts";
import { readFile } from "./file.ts";
import { UnusableFile } from "./table.ts";

// The web worker that reads a statement's file. The page stays usable meanwhile, and can end it.

addEventListener("message", async ({ data, ports: [page] }: MessageEvent<Blob>) => {
  try {
    page?.postMessage(await readFile(data));
  } catch (error) {
    // An error's class does not survive the way to the page.
    const { fault, line } = error instanceof UnusableFile ? error : new UnusableFile("broken");
    page?.postMessage({ fault, line });
  }
});
