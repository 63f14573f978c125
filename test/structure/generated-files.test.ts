import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { GENERATED_FILES, GENERATED_FOLDERS } from "../../bin/generated-files.ts";

const ROOT = join(import.meta.dirname, "..", "..");

it.each(GENERATED_FILES)("$path is up to date (else run: npm run generate)", async (file) => {
  const committed = await readFile(join(ROOT, file.path), "utf8");
  // Compared as a boolean: a difference of 10,000 lines helps nobody.
  expect(committed === (await file.make(ROOT))).toBe(true);
});

it.each(GENERATED_FOLDERS)("%s holds nothing else (else run: npm run generate)", async (folder) => {
  const found = (await readdir(join(ROOT, folder))).map((name) => `${folder}/${name}`);
  const made = GENERATED_FILES.map(({ path }) => path);
  expect(found.sort()).toEqual(made.filter((path) => path.startsWith(`${folder}/`)).sort());
});
