const FIRST_WAIT_MS: Readonly<Record<string, number>> = { soon: 2_000, sometimes: 15_000 };
const LONGEST_WAIT_MS = 60_000;
const GROWTH = 1.6;
/** Grows once before the wait after a return from the bank's app, where the message to the shop may prove the payment. */
const AFTER_RETURN_MS = 2_500;
/** A phone that changes its network may never get an answer. */
const ANSWER_WITHIN_MS = 20_000;
/** Automatic requests per page load: almost an hour. */
const MOST_REQUESTS = 60;

/**
 * Polls for a change of the page, ever more slowly, at most 60 times, and never in a hidden tab. Where the page says when the bank
 * has probably answered again, it begins then. A tab that becomes visible polls at once, and so does a device that is online again.
 * Only a changed page has a body; its `main` replaces the current one.
 */
export function watch(enhance: () => void, announce: (text: string) => void): void {
  const main = () => (document.querySelector("main") as HTMLElement).dataset;
  let wait = 0;
  let requests = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const plan = (again: boolean): void => {
    clearTimeout(timer);
    const { polls = "", next } = main();
    const first = FIRST_WAIT_MS[polls];
    if (first === undefined || requests >= MOST_REQUESTS) return;
    if (!again) wait = next ? 0 : first;
    else wait = Math.min(LONGEST_WAIT_MS, wait * GROWTH || first);
    timer = setTimeout(() => void poll(), wait || Math.min(LONGEST_WAIT_MS, Number(next)));
  };
  const poll = async (): Promise<void> => {
    clearTimeout(timer);
    if (document.hidden || main().polls === "never") return;
    requests += 1;
    plan(!(await exchange(enhance, announce)));
  };

  plan(false);
  document.addEventListener("poll", () => void poll());
  document.addEventListener("visibilitychange", () => {
    if ("paired" in main()) wait = AFTER_RETURN_MS;
    void poll();
  });
  addEventListener("online", () => void poll());
}

/** Replaces `main` if the page has changed. False if it has not, or if the device is offline. */
async function exchange(enhance: () => void, announce: (text: string) => void): Promise<boolean> {
  const main = document.querySelector("main");
  const { etag, self } = main?.dataset ?? {};
  if (!main || !etag || !self) return false;
  // Safari 15 has no `AbortSignal.timeout`.
  const limit = new AbortController();
  setTimeout(() => limit.abort(), ANSWER_WITHIN_MS);
  const text = await fetch(self, {
    headers: { accept: "text/html", "if-none-match": etag },
    signal: limit.signal,
  })
    .then((response) => (response.ok ? response.text() : ""))
    .catch(() => "");
  const next = mainOf(text);
  if (!next || next.dataset.etag === etag) return false;
  const before = main.querySelector<HTMLTextAreaElement>("#reference");
  // Not `:focus`, which matches nothing in a window without focus.
  const { activeElement } = document;
  const focused = main.contains(activeElement) ? activeElement : null;
  main.replaceWith(document.adoptNode(next));
  document.title = next.dataset.title ?? document.title;
  const after = next.querySelector<HTMLTextAreaElement>("#reference");
  if (before && after) carryOver(before, after);
  carryOverChoices(main, next);
  enhance();
  moveFocus(next, focused, announce);
  return true;
}

/** Keeps the focus where it is, such as in the field being typed in; otherwise focuses or announces the new message. */
function moveFocus(
  next: HTMLElement,
  focused: Element | null,
  announce: (text: string) => void,
): void {
  const said = next.querySelector<HTMLElement>("#said");
  const goesOn = focused && (next.querySelector<HTMLElement>(`[id="${focused.id}"]`) ?? said);
  goesOn?.focus({ preventScroll: true });
  if (goesOn !== said) announce(said?.textContent ?? "");
}

/** Keeps typed text; a value that came with the old page gives way to the new one. */
function carryOver(before: HTMLTextAreaElement, after: HTMLTextAreaElement): void {
  const fold = after.closest("details");
  if (fold && before.closest("details")?.open) fold.open = true;
  if (before.value === before.defaultValue && after.defaultValue !== "") return;
  after.value = before.value;
  after.setSelectionRange(before.selectionStart, before.selectionEnd);
}

/** Keeps the chosen bank and the other typed fields. */
function carryOverChoices(before: HTMLElement, after: HTMLElement): void {
  for (const old of before.querySelectorAll<HTMLInputElement>("input[id]")) {
    const same = after.querySelector<HTMLInputElement>(`#${CSS.escape(old.id)}`);
    if (same && old.type === "radio") same.checked = old.checked;
    else if (same && old.value !== old.defaultValue) same.value = old.value;
  }
}

/** Reads only `main`: the style around it has a nonce that this page rejects. Null for what a network shows in its place. */
function mainOf(text: string): HTMLElement | null {
  const markup = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
  return new DOMParser().parseFromString(markup, "text/html").querySelector("main[data-etag]");
}

let timer: ReturnType<typeof setInterval> | undefined;

/** Counts down by the server's clock, because a phone's is often wrong. Silent for screen readers. */
export function startClock(): void {
  clearInterval(timer);
  for (const time of document.querySelectorAll<HTMLTimeElement>("[data-local]")) {
    time.textContent = localTime(time) ?? time.textContent;
  }
  const clock = document.querySelector<HTMLTimeElement>("[data-until]");
  if (!clock) return;
  const { until, now, over = "" } = clock.dataset;
  const offset = Number(now) - Date.now();
  const tick = () => {
    const left = Math.ceil((Number(until) - Date.now() - offset) / 1000);
    if (left >= 86_400) return;
    clock.textContent = left > 0 ? countdown(left) : over;
    clock.parentElement?.classList.toggle("urgent", left < 300);
    if (left > 0) return;
    clearInterval(timer);
    document.dispatchEvent(new Event("poll"));
  };
  timer = setInterval(tick, 1000);
  tick();
}

function countdown(seconds: number): string {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return [...(seconds >= 3600 ? [Math.floor(seconds / 3600)] : []), ...parts].join(":");
}

/** In the reader's time zone; undefined where the browser doesn't know the language of the page. */
function localTime({ dateTime, dataset }: HTMLTimeElement): string | undefined {
  const { lang } = document.documentElement;
  if (Intl.DateTimeFormat.supportedLocalesOf(lang).length === 0) return;
  const date = new Date(dateTime);
  const text = new Intl.DateTimeFormat(lang, {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
  }).format(date);
  if (dataset.local !== "ethiopic") return text;
  const ethiopian = { day: "numeric", month: "long", year: "numeric" } as const;
  const parts = new Intl.DateTimeFormat(`${lang}-u-ca-ethiopic`, ethiopian).formatToParts(date);
  const day = parts.map(({ type, value }) => (type === "era" ? "" : value)).join("");
  return `${text} (${day.trim()})`;
}
