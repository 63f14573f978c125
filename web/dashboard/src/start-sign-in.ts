import { drawSignInPage } from "./sign-in/sign-in-page.ts";
import { loadTexts } from "./texts/t.ts";

/**
 * Draws the sign-in page alone, without React, router and query cache. After the sign-in the dashboard
 * starts in the same page, so that the session stays in memory.
 */
export function start(): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("the page has no root");
  drawSignInPage(root, {
    // A failure shows when the dashboard starts.
    onPrepare: () => void loadDashboard().catch(() => undefined),
    onStart: async (address) => {
      const { start: startDashboard } = await loadDashboard();
      history.replaceState(null, "", address);
      await startDashboard(() => root.replaceChildren());
    },
  });
}

/** Views read texts at import, so the texts come first. */
async function loadDashboard() {
  await loadTexts("all");
  return import("./start.tsx");
}
