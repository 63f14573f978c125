import { join } from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { endpointsPlugin } from "./endpoints-plugin.ts";

/** `npm run build:web` writes the site to `dist/web/dashboard`; `SITE_OUTDIR` says otherwise. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [endpointsPlugin(), react(), tailwind()],
  build: {
    outDir: process.env.SITE_OUTDIR ?? join(import.meta.dirname, "..", "..", "dist/web/dashboard"),
    emptyOutDir: true,
    target: "es2023",
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
  },
});
