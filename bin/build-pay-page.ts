import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildPayPage, PAY_PAGE_ASSETS } from "../lib/infra/build-pay-page.ts";

/** `node bin/build-pay-page.ts`: after a change in `web/pay`. */
const root = join(import.meta.dirname, "..");
await writeFile(join(root, PAY_PAGE_ASSETS), await buildPayPage(root));
