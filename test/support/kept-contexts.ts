import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
  Page,
} from "playwright-core";

/** A context and its page. */
export interface PageContext {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Ends their use. Another use may get them then, as if they were new but for the code that their process has compiled. */
  end(): Promise<void>;
}

interface Used extends Omit<PageContext, "end"> {
  /** Of its page, for what `clear` does. */
  readonly session: CDPSession;
  /** Undoes what a user did: a script that each page begins with, answers to requests, a listener. */
  readonly undo: (() => unknown)[];
  /** Whether something was done that `clear` does not undo. */
  isChanged: boolean;
}

/** Contexts without a user, by their browser and their options as JSON. */
const kept = new WeakMap<Browser, Map<string, Used[]>>();

/** What outlasts a page, or changes the context: it has one user only. */
const LASTING = [
  ...["routeWebSocket", "exposeFunction", "exposeBinding", "emulateMedia"],
  ...["setViewportSize", "setExtraHTTPHeaders", "setGeolocation"],
  ...["install", "pauseAt", "setFixedTime", "setSystemTime"],
];

/** @param prepare is called for each new context, before it has a page */
export async function takeContext(
  browser: Browser,
  options: BrowserContextOptions,
  prepare: (context: BrowserContext) => void,
): Promise<PageContext> {
  const key = JSON.stringify(options);
  const free = kept.get(browser) ?? new Map<string, Used[]>();
  kept.set(browser, free);
  const one = free.get(key)?.pop() ?? (await open(browser, options, prepare));
  const end = async () => {
    if (await clear(one).catch(() => false)) free.set(key, [...(free.get(key) ?? []), one]);
    else await one.context.close();
  };
  return { context: one.context, page: one.page, end };
}

/** Closes all contexts of a browser. */
export async function closeContexts(browser: Browser): Promise<void> {
  kept.delete(browser);
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/**
 * Removes what the oldest supported browsers lack, so that nothing depends on it: Chrome 111, Safari 16.4 and Firefox 128; on a payer's
 * pages Chrome 87, Safari 15 and Firefox 85.
 */
const YOUNGER = `
  const names = {
    "URL": "parse canParse",
    "AbortSignal": "any",
    "Promise": "withResolvers try",
    "Object": "groupBy",
    "Map": "groupBy",
    "Array": "fromAsync",
    "Set.prototype": "union intersection difference isSubsetOf isSupersetOf isDisjointFrom symmetricDifference",
    "Map.prototype": "getOrInsert getOrInsertComputed",
    "Iterator.prototype": "map filter take drop flatMap reduce toArray forEach some every find",
    "Uint8Array": "fromBase64 fromHex",
    "Uint8Array.prototype": "toBase64 toHex setFromBase64 setFromHex",
    "ReadableStream.prototype": "values",
    "Response": "json",
    "Blob.prototype": "bytes",
    "Request.prototype": "bytes",
    "Response.prototype": "bytes",
    "Element.prototype": "moveBefore",
    "HTMLElement.prototype": "showPopover hidePopover togglePopover",
    "Document.prototype": "startViewTransition",
    "Intl": "DurationFormat",
    "Math": "sumPrecise f16round",
    "RegExp": "escape",
    "Error": "isError",
    "globalThis": "requestIdleCallback Temporal URLPattern Iterator CloseWatcher",
  };
  const namesForPayers = {
    "AbortSignal": "timeout",
    "AbortSignal.prototype": "throwIfAborted",
    "Object": "hasOwn",
    "String.prototype": "at isWellFormed toWellFormed",
    "Array.prototype": "at findLast findLastIndex toSorted toReversed toSpliced with",
    "Crypto.prototype": "randomUUID",
    "HTMLFormElement.prototype": "requestSubmit",
    "HTMLElement.prototype": "inert",
    "URLSearchParams.prototype": "size",
    "globalThis": "structuredClone BroadcastChannel HTMLDialogElement",
  };
  const isPayers = /^[/](?:api[/]public[/]gateway|p)[/]/.test(location.pathname);
  for (const [owner, list] of [...Object.entries(names), ...(isPayers ? Object.entries(namesForPayers) : [])]) {
    const object = owner.split(".").reduce((value, name) => value?.[name], globalThis);
    for (const name of list.split(" ")) if (object !== undefined) delete object[name];
  }
  delete globalThis.ReadableStream?.prototype[Symbol.asyncIterator];
`;

/** As where a browser has no room for one. What Playwright offers for this warns in the console. */
const NO_SERVICE_WORKER = `if ("serviceWorker" in navigator)
  navigator.serviceWorker.register = async () => { throw new Error("no service worker"); };`;

async function open(
  browser: Browser,
  options: BrowserContextOptions,
  prepare: (context: BrowserContext) => void,
): Promise<Used> {
  const context = await browser.newContext(options);
  await context.addInitScript(YOUNGER);
  if (options.serviceWorkers === undefined) await context.addInitScript(NO_SERVICE_WORKER);
  prepare(context);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const used: Used = { context, page, session, undo: [], isChanged: false };
  // While a service worker is being removed, the caches of its origin may not respond.
  context.on("serviceworker", () => {
    used.isChanged = true;
  });
  const change = () => {
    used.isChanged = true;
  };
  for (const target of [context, page, context.clock]) observe(target, LASTING, change);
  observe(context, ["on", "route"], change);
  for (const target of [context, page]) {
    observe(target, ["addInitScript"], async (script) => {
      const made = (await script) as Disposable;
      used.undo.push(() => made.dispose());
    });
  }
  observe(page, ["route"], () =>
    used.undo.push(() => page.unrouteAll({ behavior: "ignoreErrors" })),
  );
  observe(page, ["on"], (_, values) => {
    used.undo.push(() => page.off(...(values as Parameters<Page["off"]>)));
  });
  observe(context, ["setOffline"], () => used.undo.push(() => context.setOffline(false)));
  return used;
}

/** Calls `then` with what a method of these names returns, and with what it got. */
function observe(
  target: object,
  names: readonly string[],
  then: (result: unknown, values: readonly unknown[]) => unknown,
) {
  for (const name of names) {
    const method: unknown = Reflect.get(target, name);
    if (typeof method !== "function") continue;
    Reflect.set(target, name, (...values: unknown[]) => {
      const result: unknown = method.apply(target, values);
      then(result, values);
      return result;
    });
  }
}

/** Makes a context as if it were new. False where that cannot be said. */
async function clear(used: Used): Promise<boolean> {
  const { context, page, session, undo } = used;
  if (used.isChanged || context.pages().length !== 1 || page.isClosed()) return false;
  const { origin } = new URL(page.url());
  // A blank page does not say where it was before.
  if (origin === "null") return false;
  // The page navigates itself away: if the browser did it, Chromium would replace the frame, here and for the next page.
  await Promise.all([
    page.waitForURL("about:blank"),
    page.evaluate('name = ""; location.replace("about:blank")'),
  ]);
  await Promise.all([
    ...undo.splice(0).map((each) => each()),
    // Also those of other hosts.
    context.clearCookies(),
    context.clearPermissions(),
    session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" }),
    session.send("Page.resetNavigationHistory"),
  ]);
  return true;
}
