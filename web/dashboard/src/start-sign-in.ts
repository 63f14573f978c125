import { isCounter } from "./first-page.ts";
import { drawSignInPage } from "./sign-in/sign-in-page.ts";
import { loadTexts } from "./texts/t.ts";

/**
 * Draws the sign-in page alone, without React, router and query cache. After the sign-in the dashboard or the counter
 * starts in the same page, so that the session stays in memory.
 */
export function start(): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("the page has no root");
  drawSignInPage(root, {
    // A failure shows when the page starts.
    onPrepare: (address) => void loadNext(address).catch(() => undefined),
    onStart: async (address) => {
      const { start: startNext } = await loadNext(address);
      history.replaceState(null, "", address);
      await startNext(() => root.replaceChildren());
    },
  });
}

/** Views read texts at import, so the texts come first. */
async function loadNext(address: string) {
  const isForCounter = isCounter(new URL(address, location.origin).pathname);
  await loadTexts(isForCounter ? "counter" : "dashboard");
  return isForCounter ? import("./counter/counter.ts") : import("./start.tsx");
}
