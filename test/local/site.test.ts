import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Exchange } from "../../lib/local/gateway/exchange.ts";
import { createSite } from "../../lib/local/site.ts";

const root = mkdtempSync(join(tmpdir(), "site-"));
const folder = join(root, "web");
mkdirSync(join(folder, "assets"), { recursive: true });
writeFileSync(join(folder, "index.html"), "the page");
writeFileSync(join(folder, "assets", "app.js"), "script");
writeFileSync(join(root, "secret.txt"), "secret");
symlinkSync(join(root, "secret.txt"), join(folder, "link.txt"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const site = createSite({ built: () => folder, build: async () => folder });
const ask = (path: string, method = "GET", from = site) => {
  const headers = [["accept", "text/html"]] as const;
  return from({ method, path, headers } as unknown as Exchange);
};
const text = async (path: string) => String((await ask(path))?.body);

describe("the dashboard", () => {
  it("is one page for every path, and files are files", async () => {
    expect(await text("/")).toBe("the page");
    expect(await text("/apps/7/webhooks")).toBe("the page");
    expect(await text("/assets/app.js")).toBe("script");
  });

  it("leaves the API, other methods and missing files alone", async () => {
    expect(await ask("/api/v1/credits/")).toBeNull();
    expect(await ask("/.well-known/jwks.json")).toBeNull();
    expect(await ask("/", "POST")).toBeNull();
    expect(await ask("/assets/other.js")).toBeNull();
  });

  it.each([
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/link.txt",
    "/%ff.txt",
    "/a%00.txt",
  ])("never gives what lies outside its folder: %s", async (path) => {
    expect(await ask(path)).toBeNull();
  });

  it("is built when a browser first opens a page, which waits for it", async () => {
    let builds = 0;
    let finish = (_: string) => {};
    const build = () => {
      builds += 1;
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    };
    const later = createSite({ built: () => null, build });
    expect(await ask("/assets/app.js", "GET", later)).toBeNull();
    expect(builds).toBe(0);
    const first = await ask("/", "GET", later);
    expect(first?.status).toBe(503);
    expect(first?.headers).toContainEqual(["refresh", "1"]);
    expect(String(first?.body)).toContain("Building the dashboard");
    expect((await ask("/apps", "GET", later))?.status).toBe(503);
    expect(builds).toBe(1);
    finish(folder);
    await expect.poll(async () => String((await ask("/", "GET", later))?.body)).toBe("the page");
    expect(String((await ask("/assets/app.js", "GET", later))?.body)).toBe("script");
  });

  it("shows why it could not be built, and is tried again", async () => {
    const results = [Promise.reject(new Error("no such module")), Promise.resolve(folder)];
    const build = () => results.shift() ?? Promise.resolve(folder);
    const broken = createSite({ built: () => null, build });
    const answers: string[] = [];
    await expect
      .poll(async () => {
        answers.push(String((await ask("/", "GET", broken))?.body));
        return answers.at(-1);
      })
      .toBe("the page");
    expect(answers.join("\n")).toContain("no such module");
  });
});
