import { EventEmitter, once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  type ConsoleMessage,
  chromium,
  type Page,
  type Request,
} from "playwright-core";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import type { Session } from "../../lib/store/sessions.ts";
import { closeContexts, takeContext } from "./kept-contexts.ts";
import { tableOf } from "./running-stack.ts";
import { beginSession } from "./users.ts";

/** Of Debian's package of the same name: Chromium without a window, which takes a third to two thirds of its processor time. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const CHROMIUM = "/usr/bin/chromium";

let opened: Promise<Browser> | undefined;

/**
 * The browser of this process, which its test files share. It is Debian's headless shell where it is installed, or else its
 * Chromium, or another browser by `CHROMIUM_PATH`.
 */
export async function openBrowser(): Promise<Browser> {
  opened ??= launch();
  const browser = await opened;
  if (browser.isConnected()) return browser;
  opened = undefined;
  return openBrowser();
}

/** Closes what a test file has opened in the shared browser. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  if (browser !== undefined) await closeContexts(browser);
}

/** Starts a separate browser, with these switches of Chromium, too. */
export function launch(...switches: readonly string[]): Promise<Browser> {
  const installed = existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM;
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? installed,
    args: [
      ...switches,
      "--no-sandbox",
      "--disable-gpu",
      // One process fewer for each frame to pass through; what is drawn is the same.
      "--in-process-gpu",
      // The pay page leaves what opened it (its opener policy), which would start a process for each visit of a kept context.
      "--process-per-site",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // A tab keeps its frame from page to page, which takes a quarter of a navigation's time. The second is Playwright's own.
      "--enable-features=RenderDocument:level/crashed-frame,CDPScreenshotNewSurface",
      // A machine without a sound card would look for one all the time.
      "--disable-audio-output",
      // A fake camera that shows a moving pattern; without a window nobody can allow its use.
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
    ],
  });
}

/** Logs in at the dashboard with the code from the local inbox; a new phone signs up. */
export async function logInByPhone(page: Page, base: string, phone: string): Promise<void> {
  if (!page.url().startsWith(`${base}/login`)) await page.goto(`${base}/login`);
  const before = (await codesFor(base, phone)).length;
  await page.getByLabel("Phone number").fill(phone);
  await page.getByRole("button", { name: "Send code" }).click();
  const field = page.getByLabel("Code", { exact: true });
  await field.waitFor();
  const code = (await codesFor(base, phone))[before];
  if (code === undefined) throw new Error(`no code came to ${phone}`);
  await field.fill(code);
  // The user may have chosen another language than the page for signing in has.
  await page.locator("#content").waitFor();
}

/** Signs the browser in, without the login page and a code. */
export async function takeSession(
  context: BrowserContext,
  stack: LocalStack,
  phone: string,
  more?: Pick<Session, "provenAt">,
): Promise<void> {
  const cookie = await beginSession(tableOf(stack), stack, phone, more);
  await keepSession(context, stack.url, cookie);
}

/** Gives the browser the cookie of a session: `name=value`. */
export async function keepSession(
  context: BrowserContext,
  base: string,
  cookie: string,
): Promise<void> {
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  // Only with an address instead of a domain does Chromium take a `__Host-` cookie.
  const url = base.replace("http:", "https:");
  await context.addCookies([
    { name, value, url, secure: true, httpOnly: true, sameSite: "Strict" },
  ]);
  // The dashboard asks for a session only where it left this mark, which logging out removes.
  await context.addInitScript('sessionStorage.marked ??= localStorage.session = "likely"');
}

/** Chooses the shop's account, in which the user has a role beside the account of their own. */
export async function chooseAccount(page: Page, role: string): Promise<void> {
  const accounts = page.getByLabel("Account in use");
  const shop = accounts.locator("option", { hasText: new RegExp(role, "i") });
  const label = (await shop.textContent()) ?? "";
  // What the page still asks for the account before would be refused.
  await settled(page);
  // The page is loaded again in the chosen account; going elsewhere earlier would meet that.
  await Promise.all([page.waitForEvent("load"), accounts.selectOption({ label })]);
}

async function codesFor(base: string, phone: string): Promise<string[]> {
  const response = await fetch(`${base}/_local/sms/?phone=${encodeURIComponent(phone)}`);
  const { messages } = (await response.json()) as {
    readonly messages: { readonly text: string }[];
  };
  return messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? []);
}

export interface VisitOptions {
  readonly javaScript?: boolean;
  readonly dark?: boolean;
  /** CSS pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Language of the browser (BCP 47). */
  readonly locale?: string;
  /** Whether pages may start a service worker, after which no other visit gets the context; false by default. */
  readonly serviceWorker?: boolean;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, broken scripts, content security policy violations, requests to other hosts. */
  readonly troubles: readonly string[];
  close(): Promise<void>;
}

/** Opens a page in a context that nothing else uses, and records everything that goes wrong on it. */
export async function visit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const { javaScript = true, dark = false, width = 390, height = 844, locale } = options;
  const { serviceWorker = false } = options;
  const contextOptions: BrowserContextOptions = {
    javaScriptEnabled: javaScript,
    colorScheme: dark ? "dark" : "light",
    viewport: { width, height },
    reducedMotion: "reduce",
    ...(serviceWorker && { serviceWorkers: "allow" }),
    ...(locale === undefined ? {} : { locale }),
  };
  const { context, page, end } = await takeContext(browser, contextOptions, (made) => {
    // A bound for a machine that is busy with other work.
    made.setDefaultTimeout(60_000);
    made.on("page", trackRequests);
  });
  const troubles: string[] = [];
  const hosts = new Set<string>();
  const onConsole = (message: ConsoleMessage) => {
    const isRefusedPage =
      message.location().url === page.url() && /status of 4/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isRefusedPage) {
      troubles.push(`${message.text()} (${message.location().url})`);
    }
  };
  const onError = (error: Error) => troubles.push(String(error));
  const onRequest = (request: Request) => {
    const url = new URL(request.url());
    if (["data:", "blob:"].includes(url.protocol)) return;
    hosts.add(url.host);
    if (hosts.size > 1) troubles.push(`a request to ${url.host}`);
  };
  page.addListener("console", onConsole);
  page.addListener("pageerror", onError);
  page.addListener("request", onRequest);
  const close = async () => {
    page.removeListener("console", onConsole);
    page.removeListener("pageerror", onError);
    page.removeListener("request", onRequest);
    await end();
  };
  return { page, context, troubles, close };
}

interface Traffic {
  readonly open: Set<Request>;
  started: number;
  /** Tells of each "end" of a request. */
  readonly ends: EventEmitter;
}
const traffic = new WeakMap<Page, Traffic>();

function trackRequests(page: Page): void {
  const own: Traffic = { open: new Set(), started: 0, ends: new EventEmitter() };
  traffic.set(page, own);
  page.on("request", (request) => {
    own.open.add(request);
    own.started += 1;
  });
  const end = (request: Request) => {
    own.open.delete(request);
    own.ends.emit("end");
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
}

/**
 * True if nothing is marked as being read after the fonts have loaded and the page has twice done all that was ready to run, a
 * frame in between: by then it has taken its answers, rendered them, and begun what the new view asks for. Idle callbacks would
 * need time that is left in a frame, and a busy machine leaves none.
 */
const QUIET = `(async () => {
  await document.fonts.ready;
  for (let turn = 0; turn < 2; turn++) {
    await new Promise((done) => requestAnimationFrame(done));
    await scheduler.postTask(() => {}, { priority: "background" });
  }
  return document.readyState === "complete" && document.querySelector("[aria-busy=true]") === null;
})()`;

/**
 * Waits until a page of a visit has nothing in flight, begins no request when it has done all that was ready to run, and marks
 * nothing as being read. It may be a view that was opened without loading the page again.
 */
export async function settled(page: Page): Promise<void> {
  const own = traffic.get(page);
  if (own === undefined) throw new Error("nobody tracks the requests of this page");
  // A bound for a machine that is busy with other work.
  const until = Date.now() + 60_000;
  const late = wait(60_000, undefined, { ref: false });
  while (Date.now() < until) {
    // Looking draws frames, which would slow down what is waited for.
    if (own.open.size > 0) {
      await Promise.race([once(own.ends, "end"), late]);
      continue;
    }
    const before = own.started;
    const isQuiet = await page.evaluate(QUIET).catch((error: Error) => {
      // Another page has taken the place of the one that was looked at.
      if (/context was destroyed/.test(error.message)) return false;
      throw error;
    });
    if (isQuiet && own.open.size === 0 && own.started === before) return;
  }
  const open = [...own.open].map((request) => request.url());
  throw new Error(`${page.url()} does not settle; in flight: ${open.join(" ") || "nothing"}`);
}

/** Opens a view of the dashboard as its links do, without loading the page again. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)})`);
  await settled(page);
}

/** axe-core, without what only readers of its code need: pages load it a hundred times. */
const axe = `${readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8")};0`;

/** Violations of WCAG 2.2 AA and best practices, or of these rules only, without others. `where` is an expression for axe's context. */
export async function accessibilityProblems(
  page: Page,
  rules?: readonly string[],
  others: readonly string[] = [],
  where = "document",
): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in window"))) {
    // V8 keeps what it compiled of a script for the next page; `evaluate` would wrap the script in another one.
    const session = await page.context().newCDPSession(page);
    await session.send("Runtime.evaluate", { expression: axe });
    await session.detach();
  }
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const runOnly = rules === undefined ? { type: "tag", values: tags } : rules;
  const off = Object.fromEntries(others.map((id) => [id, { enabled: false }]));
  const found = (await page.evaluate(
    // Style sheets are for experimental rules only; what is right needs no description.
    `axe.run(${where}, ${JSON.stringify({ runOnly, rules: off, preload: { assets: ["media"] }, resultTypes: ["violations"] })})
      .then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => id + ": " + help + " at " + target + " " + failureSummary)))`,
  )) as string[];
  return found;
}

/** Controls smaller than 44 × 44 CSS pixels with the area around them that takes taps, apart from links inside a sentence. */
export async function smallTargets(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(`
    [...document.querySelectorAll("button, summary, textarea, nav a, .button, .leave a, input[type=tel], .method > label, .banks label")]
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const around = getComputedStyle(element, "::after");
        if (around.content === "none" || around.position !== "absolute") return [element, { width, height }];
        const [wide, high] = [around.width, around.height].map(parseFloat);
        return [element, { width: Math.max(width, wide), height: Math.max(height, high) }];
      })
      .filter(([, { width, height }]) => width > 0 && (height < 44 || width < 44))
      .map(([element, { width, height }]) => element.outerHTML.slice(0, 90) + " " + width + "x" + height)`)) as string[];
}

/** Landmarks of a page that have the kind and the name of another one, so that a screen reader's list does not tell them apart. */
export async function namesakes(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(`(() => {
    const names = [...document.querySelectorAll("nav, aside, main, section, form, [role=region], [role=navigation], [role=search]")]
      .filter((element) => element.getClientRects().length > 0 && element.closest("details:not([open])") === null)
      .flatMap((element) => {
        const labels = element.getAttribute("aria-labelledby")?.split(" ").map((id) => document.getElementById(id)?.textContent);
        const name = element.getAttribute("aria-label") ?? labels?.join(" ");
        return name === undefined ? [] : [(element.getAttribute("role") ?? element.localName) + " " + name.trim()];
      });
    return names.filter((name, index) => names.indexOf(name) !== index);
  })()`)) as string[];
}

const sizers = new WeakMap<Page, CDPSession>();

/** Sets the size of a page. `setViewportSize` would lay it out twice each time: it sets the size of its window, too. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  const sizer = sizers.get(page);
  if (sizer !== undefined) {
    const size = { width, height, deviceScaleFactor: 1, mobile: false };
    await sizer.send("Emulation.setDeviceMetricsOverride", size);
    return;
  }
  sizers.set(page, await page.context().newCDPSession(page));
  // So that no later visit gets this page's context.
  await page.setViewportSize({ width, height });
}

/** Whether the page scrolls horizontally. */
export async function isTooWide(page: Page): Promise<boolean> {
  return (await page.evaluate(
    "document.documentElement.scrollWidth > document.documentElement.clientWidth",
  )) as boolean;
}

/** Elements that reach over the edge of the screen or of their card, apart from those inside a box that scrolls or truncates. */
export async function cutOff(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(`(() => {
    const width = document.documentElement.clientWidth;
    // Cards cut off what is too wide for them, so they do not count as boxes that truncate.
    const isBox = (element) =>
      element !== document.body &&
      getComputedStyle(element).overflowX !== "visible" &&
      !element.matches("dialog, .card, .card *:has(table)");
    const isInBox = (element) => {
      for (let at = element.parentElement; at; at = at.parentElement) if (isBox(at)) return true;
      return false;
    };
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.closest(".sr-only") === null)
      .filter((element) => {
        const { left, right, width: own } = element.getBoundingClientRect();
        const card = element.matches("th, td") ? element.closest(".card") : null;
        const edge = Math.min(width, card?.getBoundingClientRect().right ?? width);
        return own > 0 && (right > edge + 1 || left < -1) && !isInBox(element);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  })()`)) as string[];
}

/** Names, units, codes and formats that are written in Latin letters in every language. */
const COMMON =
  /\b(Incoming SMS to URL( forwarder)?|Tasker|MacroDroid|iOS Shortcuts|Mahtem|Telegram|WhatsApp|SMS|API|URL|CSV|PNG|SVG|QR|ETB|CBE|ID|Ctrl K|English|Chrome|Linux|node|app_id|webhook-id)\b|https?:\S*|\b[a-z]+_[\w…]*|\b[\w-]+\.[a-z_]+\b|127\.0\.0\.1\S*|\bping\b/g;

/**
 * Latin words that a page shows or names to screen readers, apart from `known` ones, code, and what says
 * that it is English.
 */
export async function latinWords(page: Page, known: readonly string[]): Promise<readonly string[]> {
  const texts = (await page.evaluate(`(() => {
    const isOther = (element) => element.closest("code, pre, script, style, [lang=en]") !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      if (!isOther(walker.currentNode.parentElement)) found.push(walker.currentNode.data);
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      for (const element of document.querySelectorAll("[" + name + "]")) {
        if (!isOther(element)) found.push(element.getAttribute(name));
      }
    }
    return [...new Set(found)];
  })()`)) as string[];
  return texts.filter((text) => {
    const rest = known.reduce((left, each) => left.replaceAll(each, ""), text).replace(COMMON, "");
    return /[A-Za-z]{2}/.test(rest);
  });
}
