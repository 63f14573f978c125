import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { GENERATED_FILES, GENERATED_FOLDERS, writeFiles } from "../../bin/generated-files.ts";

const ROOT = join(import.meta.dirname, "..", "..");

it.each(GENERATED_FILES)("$path is up to date (else run: npm run generate)", async (file) => {
  const committed = await readFile(join(ROOT, file.path), "utf8");
  // Compared as a boolean: a difference of 10,000 lines helps nobody.
  expect(committed === (await file.make(ROOT))).toBe(true);
});

it("a generated file names only commands that exist", async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const texts = await Promise.all(
    GENERATED_FILES.map(async ({ path }) => [path, await readFile(join(ROOT, path), "utf8")]),
  );
  const made = texts.flatMap(([path, text = ""]) =>
    [...text.matchAll(/Generated .*`npm run ([\w:-]+)`/g)].map(([, name = ""]) => ({ path, name })),
  );
  expect(made.length).toBeGreaterThan(100);
  expect(made.filter(({ name }) => !Object.hasOwn(scripts, name))).toEqual([]);
});

it.each(GENERATED_FOLDERS)("%s holds nothing else (else run: npm run generate)", async (folder) => {
  const found = (await readdir(join(ROOT, folder))).map((name) => `${folder}/${name}`);
  const made = GENERATED_FILES.map(({ path }) => path);
  expect(found.sort()).toEqual(made.filter((path) => path.startsWith(`${folder}/`)).sort());
});

it("a file that cannot be made leaves all files as they were, and one that is no longer made goes", async () => {
  const root = await mkdtemp(join(tmpdir(), "generated-"));
  const file = (path: string, text: string) => ({ path, make: () => text });
  const tooLong = {
    path: "page.md",
    make: () => {
      throw new Error("too long");
    },
  };
  const folders = ["types"];
  try {
    await writeFiles(root, [file("types/Old", "1"), file("types/Kept", "1")], folders);
    const failed = writeFiles(root, [file("types/Kept", "2"), tooLong], folders);
    await expect(failed).rejects.toThrow("too long");
    expect(await readdir(root, { recursive: true })).toHaveLength(3);
    expect(await readFile(join(root, "types/Kept"), "utf8")).toBe("1");
    await writeFiles(root, [file("types/Kept", "2")], folders);
    expect(await readdir(join(root, "types"))).toEqual(["Kept"]);
  } finally {
    await rm(root, { recursive: true });
  }
});
