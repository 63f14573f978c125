import { join } from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { madeAtSiteBuild } from "../../lib/infra/made-at-build.ts";
import { endpointsPlugin } from "./endpoints.ts";
import { pageChunk, pageTexts } from "./page-chunks.ts";

// A test's own NODE_ENV would build React's development version, half as large again.
process.env.NODE_ENV = "production";
/** The service worker of the counter, `/counter-worker.js`. */
const WORKER = "counter-worker";

/** `npm run build:web` writes the site to `dist/web/dashboard`; `SITE_OUTDIR` says otherwise. */
export default defineConfig({
  root: import.meta.dirname,
  // As the page: what reads PDF and Excel files loads only for such a file.
  worker: { format: "es" },
  plugins: [endpointsPlugin(), pageTexts(), madeAtSiteBuild, react(), tailwind()],
  build: {
    outDir: process.env.SITE_OUTDIR ?? join(import.meta.dirname, "..", "..", "dist/web/dashboard"),
    emptyOutDir: true,
    // What Tailwind's styles need. `src/older-browsers.ts` adds what the scripts do.
    target: ["chrome111", "edge111", "firefox128", "safari16.4"],
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        index: join(import.meta.dirname, "index.html"),
        [WORKER]: join(import.meta.dirname, "src/counter/service-worker.ts"),
      },
      output: {
        // A service worker keeps its address, or each version would be another worker.
        entryFileNames: ({ name }) =>
          name === WORKER ? `${WORKER}.js` : "assets/[name]-[hash].js",
        // What every view needs comes in one piece: dozens of tiny files cost more than they save.
        codeSplitting: {
          groups: [
            // The page's first script: it loads the texts before any view reads one.
            {
              name: "boot",
              test: /dashboard[\\/]src[\\/](theme|older-browsers|first-page|texts[\\/]t)\.tsx?$/,
              priority: 5,
            },
            {
              name: "react",
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 4,
            },
            // The sign-in page and the counter. The dashboard shares most of them.
            { name: pageChunk, priority: 3 },
            // Only what every view needs: readers of PDF and Excel files load with the view that asks for them.
            {
              name: "vendor",
              test: /node_modules[\\/](@tanstack|use-sync-external-store)[\\/]/,
              priority: 2,
            },
            {
              name: "common",
              test: /node_modules[\\/]lucide-react/,
              minShareCount: 2,
              priority: 1,
            },
            // What only two views share comes with them, not with the first load.
            {
              name: "common",
              test: /dashboard[\\/]src[\\/](ui|data|layout|[a-z-]+\.tsx?$)/,
              minShareCount: 3,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
