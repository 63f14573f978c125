import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./query.ts";
import { router } from "./router.tsx";

/**
 * Renders the dashboard. Loads the first view before, so that no blank page appears in between.
 *
 * @param onReady called just before the first render, to clear the root
 */
export async function start(onReady?: () => void): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("the page has no root");
  await router.load();
  onReady?.();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
