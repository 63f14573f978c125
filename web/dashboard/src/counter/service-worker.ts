// The service worker of the counter, `/counter-worker.js`. It keeps the page and its files: no data, nothing under `/api/`.

/** What this file uses of a service worker's scope; the dashboard is compiled with the types of a page. */
interface Scope {
  addEventListener(type: "install" | "activate", listener: (event: Waiting) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(type: "message", listener: (event: Waiting & { data: unknown }) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
}
interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Waiting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const worker = globalThis as unknown as Scope;
const SHELL = "counter-shell";
const PAGE = "/counter";
/** Files whose names contain a hash of their content, so a cached file is never out of date. */
const HASHED = "/assets/";

worker.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([refreshPage(), worker.skipWaiting()]));
});
worker.addEventListener("activate", (event) => {
  event.waitUntil(worker.clients.claim());
});

/** The page names the files that it has loaded. Those of older versions go. */
worker.addEventListener("message", (event) => {
  if (Array.isArray(event.data)) event.waitUntil(keepOnly(event.data.map(String)));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (request.mode === "navigate" && url.pathname === PAGE) {
    event.respondWith(kept(PAGE).then((page) => page ?? fetch(request)));
    // The next visit gets what is newest now.
    event.waitUntil(refreshPage().catch(() => {}));
  } else if (url.pathname.startsWith(HASHED)) {
    event.respondWith(kept(request).then((file) => file ?? fetch(request)));
  }
});

async function kept(request: Request | string): Promise<Response | undefined> {
  return (await caches.open(SHELL)).match(request, { ignoreVary: true });
}

async function refreshPage(): Promise<void> {
  const page = await fetch(PAGE);
  if (page.ok) await (await caches.open(SHELL)).put(PAGE, page);
}

async function keepOnly(loaded: readonly string[]): Promise<void> {
  const shell = await caches.open(SHELL);
  const wanted = loaded.filter((url) => {
    const { origin, pathname } = new URL(url, worker.location.origin);
    return origin === worker.location.origin && pathname.startsWith(HASHED);
  });
  const have = (await shell.keys()).map(({ url }) => url);
  // The browser has them already, and asks nobody.
  await shell.addAll(wanted.filter((url) => !have.includes(url)));
  const old = have.filter((url) => new URL(url).pathname !== PAGE && !wanted.includes(url));
  await Promise.all(old.map((url) => shell.delete(url)));
}
