import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { codesOf, newPhone } from "../support/api.ts";
import { type DashboardStack, startDashboardStack } from "../support/dashboard-visits.ts";

/** Of Debian's packages `webkit2gtk-driver` and `xvfb`: Safari's engine. */
const DRIVER = "/usr/bin/WebKitWebDriver";
const [MINI_BROWSER] = globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser");
const isHere = existsSync(DRIVER) && existsSync("/usr/bin/xvfb-run") && MINI_BROWSER !== undefined;
if (!isHere) console.log("skipped: WebKit needs Debian's packages webkit2gtk-driver and xvfb");

/** The name of an element's id in the answers of every driver (W3C WebDriver, "Elements"). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

let dashboard: DashboardStack;
let driver: ChildProcess;
/** The session's address at the driver. */
let session: string;

describe.skipIf(!isHere)("in WebKit, the engine of Safari,", () => {
  beforeAll(async () => {
    const port = await freePort();
    const given = [`--port=${port}`, "--host=127.0.0.1"];
    driver = spawn("xvfb-run", ["-a", DRIVER, ...given], { stdio: "ignore", detached: true });
    dashboard = await startDashboardStack();
    const url = `http://127.0.0.1:${port}/session`;
    const options = { binary: MINI_BROWSER, args: ["--automation"] };
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
    const { sessionId } = await vi.waitFor(() => ask(url, { capabilities }), 60_000);
    session = `${url}/${sessionId}`;
  });
  afterAll(async () => {
    if (session !== undefined) await fetch(session, { method: "DELETE" });
    if (driver.pid !== undefined) process.kill(-driver.pid);
    await dashboard?.stack.close();
  });

  it("a pay page keeps what it refused, and then shows the payment", async () => {
    const checkout = await dashboard.checkout({}, dashboard.seed.test_key);
    await open(checkout.pay_url);
    await type("#reference", "no number");
    await click("button.primary");
    await expect.poll(text).toContain("This isn't a transaction number");
    expect(await run("return document.querySelector('#reference').value")).toBe("no number");
    await run("document.querySelector('#reference').value = ''");
    await type("#reference", "TESTOKW3BK17");
    await click("button.primary");
    await expect.poll(text).toContain("The bank has confirmed your payment");
  });

  it("the dashboard signs a merchant in, and a reload keeps them signed in", async () => {
    const phone = newPhone();
    await open(`${dashboard.url}/login`);
    await type("input[type=tel]", phone);
    await click("button[type=submit]");
    await find("input[autocomplete=one-time-code]");
    await type("input[autocomplete=one-time-code]", codesOf(dashboard.stack, phone).at(-1) ?? "");
    await expect.poll(text).toContain("First steps");
    await open(`${dashboard.url}/team`);
    await expect.poll(text).toContain("Invite someone");
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** What a command of the driver answers. @throws Error with what it refuses */
async function ask<Value = Readonly<Record<string, string>>>(
  address: string,
  body: object,
): Promise<Value> {
  const answer = await fetch(address, { method: "POST", body: JSON.stringify(body) });
  const { value } = (await answer.json()) as { readonly value: Value };
  if (!answer.ok) throw new Error(JSON.stringify(value));
  return value;
}

const open = (url: string) => ask(`${session}/url`, { url });
const run = (script: string) => ask<string>(`${session}/execute/sync`, { script, args: [] });
const text = () => run("return document.body.innerText");

async function find(value: string): Promise<string> {
  const path = `${session}/element`;
  const found = await vi.waitFor(() => ask(path, { using: "css selector", value }), 60_000);
  return `${session}/element/${found[ELEMENT]}`;
}

async function click(selector: string): Promise<void> {
  await ask(`${await find(selector)}/click`, {});
}

async function type(selector: string, text: string): Promise<void> {
  await ask(`${await find(selector)}/value`, { text });
}
