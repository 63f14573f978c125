import { COUNTER } from "../first-page.ts";

const WORKER = "/counter-worker.js";

/**
 * Keeps the files of the counter on the device, so that the next visit needs the connection for data only. Waits for
 * `after`, because the connection is slow. A failure changes nothing on the page.
 */
export async function keepShell(after: Promise<unknown>): Promise<void> {
  // Undefined where the page has no secure address.
  if (!("serviceWorker" in navigator)) return;
  await after.catch(() => {});
  try {
    await import("./sale.ts");
    await navigator.serviceWorker.register(WORKER, { scope: COUNTER });
    const { active } = await navigator.serviceWorker.ready;
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    active?.postMessage([...new Set(files)]);
  } catch {
    // The page works without it.
  }
}
