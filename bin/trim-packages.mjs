// Runs after `npm ci`: deletes 67 MB of C++ headers that the package `node` brings and nothing here compiles against.
// JavaScript, because the Node that runs npm may not read TypeScript.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const packages = join(import.meta.dirname, "..", "node_modules", "node", "node_modules");
for (const name of readdirSync(packages).filter((each) => /^node-(linux|darwin|win)/.test(each))) {
  rmSync(join(packages, name, "include"), { recursive: true, force: true });
}
