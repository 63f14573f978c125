const FIRST_WAIT_MS = { soon: 2_000, sometimes: 10_000 };
const LONGEST_WAIT_MS = { soon: 10_000, sometimes: 60_000 };
const GROWTH = 1.5;

/**
 * Asks whether the page has changed, ever more slowly, for as long as it says that it may, and never
 * in a tab that nobody sees. Only a change brings a body; it takes the place of `main`.
 */
export function watch(dress: () => void, announce: (text: string) => void): void {
  let wait = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const plan = (again: boolean): void => {
    clearTimeout(timer);
    const asks = document.querySelector("main")?.dataset.asks;
    if (asks !== "soon" && asks !== "sometimes") return;
    wait = again ? Math.min(LONGEST_WAIT_MS[asks], wait * GROWTH) : FIRST_WAIT_MS[asks];
    timer = setTimeout(look, wait);
  };
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    if (document.hidden) return;
    plan(!(await exchange(dress, announce)));
  };

  plan(false);
  document.addEventListener("look", look);
  document.addEventListener("visibilitychange", look);
}

/** True when there was something new. Being offline is nothing new. */
async function exchange(dress: () => void, announce: (text: string) => void): Promise<boolean> {
  const main = document.querySelector("main");
  const { etag, self } = main?.dataset ?? {};
  if (!main || !etag || !self) return false;
  const response = await fetch(self, {
    headers: { accept: "text/html", "if-none-match": etag },
  }).catch(() => null);
  if (!response?.ok) return false;
  const next = mainOf(await response.text());
  if (!next || next.dataset.etag === etag) return false;
  const before = main.querySelector<HTMLTextAreaElement>("#reference");
  const isTyping = before !== null && before === document.activeElement;
  const hadFocus = main.contains(document.activeElement);
  main.replaceWith(document.adoptNode(next));
  document.title = next.dataset.title ?? document.title;
  const after = next.querySelector<HTMLTextAreaElement>("#reference");
  if (before && after) carryOver(before, after);
  dress();
  const said = next.querySelector<HTMLElement>("#said");
  const goesOn = isTyping ? after : null;
  if (hadFocus) (goesOn ?? said)?.focus({ preventScroll: true });
  if (!hadFocus || goesOn) announce(said?.textContent ?? "");
  return true;
}

/** What the payer has typed stays as he left it; what came with the page gives way to what comes now. */
function carryOver(before: HTMLTextAreaElement, after: HTMLTextAreaElement): void {
  const fold = after.closest("details");
  if (fold && before.closest("details")?.open) fold.open = true;
  if (before.value === before.defaultValue && after.defaultValue !== "") return;
  after.value = before.value;
  after.setSelectionRange(before.selectionStart, before.selectionEnd);
}

/** Nothing but `main` is read: the style around it carries a nonce that does not count on this page. */
function mainOf(text: string): HTMLElement | null {
  const markup = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
  return new DOMParser().parseFromString(markup, "text/html").querySelector("main");
}
