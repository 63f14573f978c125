import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closePages, openBrowser, type Visit, visit } from "../support/browser.ts";

let server: Server;
let browser: Browser;
let address: string;

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url === "/worker.js")
      return response.writeHead(200, { "content-type": "text/javascript" }).end();
    const headers = { "content-type": "text/html", "set-cookie": "seen=yes; HttpOnly" };
    response.writeHead(200, headers).end("<!doctype html><title>Page</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages(browser);
  server.close();
});

/** All that a page could find of a page before it. */
async function traces({ page, context }: Visit): Promise<unknown> {
  const cookies = await context.cookies();
  const url = page.url();
  await page.goto(address);
  const found = await page.evaluate(`(async () => ({
    stored: [localStorage.length, sessionStorage.length, (await caches.keys()).length],
    script: "planted" in window,
    name,
    history: history.length,
    clipboard: (await navigator.permissions.query({ name: "clipboard-read" })).state,
    size: [innerWidth, innerHeight],
  }))()`);
  return { url, cookies, found };
}

describe("a visit", () => {
  it("finds nothing of the visit before it, whose context it has", async () => {
    const first = await visit(browser);
    const before = await traces(first);
    await first.context.addInitScript("window.planted = true");
    await first.context.grantPermissions(["clipboard-read"]);
    const heard: string[] = [];
    first.page.on("request", (request) => heard.push(request.url()));
    await first.page.route("**/made", (route) => route.fulfill({ body: "made" }));
    await first.page.goto(`${address}made`);
    expect(await first.page.textContent("body")).toBe("made");
    await first.page.goto(`${address}more`);
    await first.page.evaluate(
      `localStorage.kept = sessionStorage.kept = name = "x"; caches.open("kept")`,
    );
    await first.context.setOffline(true);
    await first.close();
    heard.splice(0);
    const second = await visit(browser);
    expect(second.context).toBe(first.context);
    expect(await traces(second)).toEqual(before);
    await second.page.goto(`${address}made`);
    expect(await second.page.textContent("body")).toBe("");
    expect(heard).toEqual([]);
    await second.close();
  });

  it("starts no service worker that was not asked for", async () => {
    const { page, close } = await visit(browser);
    await page.goto(address);
    const started = page.evaluate("navigator.serviceWorker.register('/worker.js')");
    await expect(started).rejects.toThrow("no service worker");
    await close();
  });

  it.each<[string, (one: Visit) => unknown]>([
    ["moved the clock", ({ page }) => page.clock.install()],
    ["listened to its context", ({ context }) => context.on("page", () => {})],
    ["changed the size of its page", ({ page }) => page.setViewportSize({ width: 1, height: 1 })],
    ["opened another page", ({ context }) => context.newPage()],
    [
      "started a service worker",
      ({ context, page }) =>
        Promise.all([
          context.waitForEvent("serviceworker"),
          page.evaluate("void navigator.serviceWorker.register('/worker.js')"),
        ]),
    ],
    ["ended on a blank page", ({ page }) => page.goto("about:blank")],
  ])("has another context than a visit before it that %s", async (_, change) => {
    const options = { serviceWorker: true };
    const first = await visit(browser, options);
    await first.page.goto(address);
    await change(first);
    await first.close();
    const second = await visit(browser, options);
    expect(second.context).not.toBe(first.context);
    await second.context.close();
  });
});
