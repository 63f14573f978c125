import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { codesOf, newPhone } from "../support/api.ts";
import { type DashboardStack, startDashboardStack } from "../support/dashboard-visits.ts";

/** One page of a browser. Elements are named by CSS selectors; those that are missing are waited for. */
interface Tab {
  open(url: string): Promise<unknown>;
  /** The text that a JavaScript expression makes. */
  read(expression: string): Promise<string>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  close(): Promise<void>;
}

/** Of Debian's packages `webkit2gtk-driver` and `xvfb`: the engine of Safari. */
const DRIVER = "/usr/bin/WebKitWebDriver";
const [MINI_BROWSER] = globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser");
const hasWebKit =
  existsSync(DRIVER) && existsSync("/usr/bin/xvfb-run") && MINI_BROWSER !== undefined;
if (!hasWebKit) console.log("skipped: WebKit needs Debian's packages webkit2gtk-driver and xvfb");

const FIREFOX = "/usr/bin/firefox-esr";
const hasFirefox = existsSync(FIREFOX);
if (!hasFirefox) console.log("skipped: Firefox needs Debian's package firefox-esr");

describe.skipIf(!hasWebKit && !hasFirefox)("outside Chromium", () => {
  let dashboard: DashboardStack;
  beforeAll(async () => {
    dashboard = await startDashboardStack();
  });
  afterAll(() => dashboard?.stack.close());

  for (const { engine, isHere, start, reference } of [
    { engine: "WebKit", isHere: hasWebKit, start: startWebKit, reference: "TESTOKW3BK17" },
    { engine: "Firefox", isHere: hasFirefox, start: startFirefox, reference: "TESTOKF1RF0X" },
  ]) {
    describe.skipIf(!isHere)(`in ${engine}`, () => {
      let tab: Tab;
      beforeAll(async () => {
        tab = await start();
      });
      afterAll(() => tab?.close());
      const text = () => tab.read("document.body.innerText");

      it("a pay page keeps what it refused, and then shows the payment", async () => {
        const checkout = await dashboard.checkout({}, dashboard.seed.test_key);
        await tab.open(checkout.pay_url);
        await tab.type("#reference", "no number");
        await tab.click("button.primary");
        await expect.poll(text).toContain("This isn't a transaction number");
        expect(await tab.read("document.querySelector('#reference').value")).toBe("no number");
        await tab.read("document.querySelector('#reference').value = ''");
        await tab.type("#reference", reference);
        await tab.click("button.primary");
        await expect.poll(text).toContain("The bank has confirmed your payment");
      });

      it("the dashboard signs a merchant in, and a reload keeps them signed in", async () => {
        const phone = newPhone();
        await tab.open(`${dashboard.url}/login`);
        await tab.type("input[type=tel]", phone);
        await tab.click("button[type=submit]");
        await tab.click("input[autocomplete=one-time-code]");
        const code = codesOf(dashboard.stack, phone).at(-1) ?? "";
        await tab.type("input[autocomplete=one-time-code]", code);
        await expect.poll(text).toContain("First steps");
        await tab.open(`${dashboard.url}/team`);
        await expect.poll(text).toContain("Invite someone");
      });
    });
  }
});

/** By W3C WebDriver. */
async function startWebKit(): Promise<Tab> {
  const port = await freePort();
  const args = ["-a", DRIVER, `--port=${port}`, "--host=127.0.0.1"];
  const driver = spawn("xvfb-run", args, { stdio: "ignore", detached: true });
  const ask = async <Value = Readonly<Record<string, string>>>(path: string, body: object) => {
    const url = `http://127.0.0.1:${port}/session${path}`;
    const answer = await fetch(url, { method: "POST", body: JSON.stringify(body) });
    const { value } = (await answer.json()) as { readonly value: Value };
    if (!answer.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  const options = { binary: MINI_BROWSER, args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  const { sessionId } = await vi.waitFor(() => ask("", { capabilities }), 60_000);
  const session = `/${sessionId}`;
  const find = async (value: string) => {
    const wanted = { using: "css selector", value };
    const found = await vi.waitFor(() => ask(`${session}/element`, wanted), 60_000);
    // The one member's name is the same number in all drivers.
    return `${session}/element/${Object.values(found)[0]}`;
  };
  return {
    open: (url) => ask(`${session}/url`, { url }),
    read: (expression) =>
      ask<string>(`${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    click: async (selector) => void (await ask(`${await find(selector)}/click`, {})),
    type: async (selector, text) => void (await ask(`${await find(selector)}/value`, { text })),
    async close() {
      await fetch(`http://127.0.0.1:${port}/session${session}`, { method: "DELETE" });
      if (driver.pid !== undefined) process.kill(-driver.pid);
    },
  };
}

/** By W3C WebDriver BiDi, which Firefox speaks itself. */
async function startFirefox(): Promise<Tab> {
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  writeFileSync(join(profile, "user.js"), 'user_pref("app.update.enabled", false);\n');
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"];
  const browser = spawn(FIREFOX, args, { stdio: ["ignore", "ignore", "pipe"] });
  const socket = new WebSocket(`${await bidiAddress(browser)}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("Firefox refuses the connection"));
  });
  const waiting = new Map<number, (message: { error?: string; result: never }) => void>();
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    waiting.get(message.id)?.(message);
  };
  let calls = 0;
  const ask = <Result>(method: string, params: object): Promise<Result> =>
    new Promise((resolve, reject) => {
      calls += 1;
      waiting.set(calls, (message) => {
        if (message.error === undefined) resolve(message.result);
        else reject(new Error(JSON.stringify(message)));
      });
      socket.send(JSON.stringify({ id: calls, method, params }));
    });

  await ask("session.new", { capabilities: {} });
  const tree = await ask<{ contexts: [{ context: string }] }>("browsingContext.getTree", {});
  const { context } = tree.contexts[0];
  await ask("browsingContext.setViewport", { context, viewport: { width: 390, height: 844 } });
  const press = (id: string, type: string, actions: readonly object[]) =>
    ask("input.performActions", { context, actions: [{ id, type, actions }] });
  const read = async (expression: string) => {
    const params = { expression, target: { context }, awaitPromise: false };
    const { result } = await ask<{ result: { value: string } }>("script.evaluate", params);
    return result.value;
  };
  const click = async (value: string) => {
    const element = await vi.waitFor(async () => {
      const locator = { type: "css", value };
      const { nodes } = await ask<{ nodes: { sharedId: string }[] }>(
        "browsingContext.locateNodes",
        { context, locator },
      );
      if (nodes[0] === undefined) throw new Error(`no ${value}`);
      return { sharedId: nodes[0].sharedId };
    }, 60_000);
    await read(
      `document.querySelector(${JSON.stringify(value)}).scrollIntoView({ block: "center" })`,
    );
    await press("mouse", "pointer", [
      { type: "pointerMove", x: 0, y: 0, origin: { type: "element", element } },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ]);
  };
  return {
    open: (url) => ask("browsingContext.navigate", { context, url, wait: "complete" }),
    read,
    click,
    async type(selector, text) {
      await click(selector);
      const keys = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await press("keyboard", "key", keys);
    },
    async close() {
      const ended = new Promise((resolve) => browser.once("exit", resolve));
      await ask("browser.close", {}).catch(() => browser.kill());
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** What Firefox prints when it listens. */
function bidiAddress(browser: ChildProcess): Promise<string> {
  let printed = "";
  return new Promise((resolve, reject) => {
    browser.stderr?.on("data", (chunk: Buffer) => {
      printed += chunk;
      const [, address] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
    browser.once("exit", () => reject(new Error(`Firefox ended: ${printed}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
