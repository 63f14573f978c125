import type { CDPSession, Page } from "playwright-core";

const BYTES_PER_SECOND = 400_000 / 8;
const CPU_SLOWDOWN = 4;

/** Gives a page 400 kbit/s, so many ms until an answer begins, and a quarter of this machine's processor. */
export async function slowDown(tab: Page, latencyMs: number): Promise<CDPSession> {
  const devtools = await tab.context().newCDPSession(tab);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return devtools;
}

/** When a page first showed something, ms after its navigation began. */
export function firstPaintMs(tab: Page): Promise<number> {
  return tab.evaluate(
    "performance.getEntriesByName('first-contentful-paint')[0].startTime",
  ) as Promise<number>;
}

/** Ms since the navigation began. */
export function elapsedMs(tab: Page): Promise<number> {
  return tab.evaluate("performance.now()") as Promise<number>;
}
