import { gateway } from "virtual:endpoints";
import { accountNumberText, PROVIDER_VIEWS } from "../../../../lib/contract/providers.ts";
import { client } from "../client.ts";
import { formatMoney } from "../format.ts";
import { control, element, icon, problemPlace } from "../sign-in/controls.ts";
import { language, t } from "../texts/t.ts";
import { buttonClass } from "../ui/button-class.ts";
import { qrSvg } from "../ui/qr-svg.ts";
import { referenceForm } from "./reference-form.ts";
import { isPartlyPaid, type Sale, statusText } from "./sale-status.ts";
import { announcePaid, keepScreenOn } from "./signals.ts";

const WATCH_MS = 3_000;
const ENDED = new Set<Sale["status"]>(["verified", "expired", "canceled", "rejected"]);

const nothing = () => {};
/** Ends the sale that is shown. A slow answer may draw another one in its place. */
let endShown = nothing;

/**
 * Shows a sale: its QR code and receiving accounts while it can be paid, then how it ended. Reads it every three seconds
 * until then.
 *
 * @param onNext the next customer comes
 */
export function drawSale(place: HTMLElement, first: Sale, onNext: () => void): void {
  endShown();
  const end = new AbortController();
  const letScreenGo = keepScreenOn();
  endShown = () => {
    endShown = nothing;
    end.abort();
    letScreenGo();
  };
  const leave = () => {
    endShown();
    onNext();
  };
  const state = element("div", { role: "status" });
  const problem = problemPlace();
  let isReached = true;
  // On a low screen, in a column that scrolls by itself: customers scan the code without scrolling, and the state stays in
  // sight.
  const detail = element("div", {
    className:
      "short:col-start-2 short:row-span-4 short:row-start-1 short:max-h-[calc(100dvh-2rem)] short:overflow-y-auto short:px-1",
  });
  const title = element(
    "h1",
    {
      tabIndex: -1,
      className: "text-3xl font-semibold tabular-nums outline-none narrow:text-[min(1.5rem,10vw)]",
    },
    formatMoney(first.amount, first.currency),
  );
  const accounts = element("ul", { className: "mt-1 divide-y divide-line" });
  const [asking, sending] = askToPay(first, accounts);
  const form = referenceForm(first.id, tokenOf(first.pay_url), async (isPending) => {
    await look();
    if (isPending) state.scrollIntoView({ block: "nearest" });
  });
  const ways = element("div", {}, asking, form.frame, sending);
  detail.append(ways);
  const showEnd = (sale: Sale) => {
    const hadFocus = ways.contains(document.activeElement);
    detail.replaceChildren(...receipts(sale));
    // The cashier may have scrolled down to enter a number.
    scrollTo(0, 0);
    if (hadFocus) next.button.focus({ preventScroll: true });
  };
  let shown = "";
  let isPaid = first.status === "verified";
  const show = (sale: Sale) => {
    // A cashier's own answers mask the numbers, which no customer could pay to; those of the pay page follow.
    const isMasked = sale.payment_methods.some((one) => one.account_number.startsWith("*"));
    if (!isMasked) accounts.replaceChildren(...sale.payment_methods.map(account));
    const isSuspended = asksNobody(sale);
    const now = `${sale.status} ${sale.amount_received} ${sale.amount_due} ${isSuspended}`;
    if (now === shown) return;
    shown = now;
    for (const part of [asking, sending]) part.hidden = isSuspended;
    state.replaceChildren(...stateBoxes(sale));
    if (ENDED.has(sale.status)) showEnd(sale);
    if (sale.status === "verified" && !isPaid) announcePaid();
    isPaid ||= sale.status === "verified";
    if (ENDED.has(sale.status)) end.abort();
  };
  let [asked, answered] = [0, 0];
  // A later look has shown what is newer than a slow answer.
  const isPast = (turn: number) => end.signal.aborted || turn < answered;
  const look = async () => {
    if (end.signal.aborted) return;
    asked += 1;
    const turn = asked;
    try {
      const params = { token: tokenOf(first.pay_url) };
      const sale = await client.call(gateway.readPublicCheckout, { params, signal: end.signal });
      if (isPast(turn)) return;
      answered = turn;
      problem.clear();
      isReached = true;
      show(sale);
      // Also where the state has not changed: perhaps no look has seen that the bank was being asked.
      if (!ENDED.has(sale.status) && sale.status !== "verifying") void form.showLateOutcome();
    } catch (error) {
      if (isPast(turn)) return;
      // The state shown may be an old one; the next look follows. Screen readers hear it once.
      if (isReached) problem.show(error);
      isReached = false;
    }
  };
  const next = control(
    t("counter.nextCustomer"),
    { look: "primary", className: "mt-4 h-auto! min-h-14 w-full py-2 text-lg whitespace-normal" },
    { onclick: leave },
  );
  place.replaceChildren(
    element(
      "div",
      {
        className:
          "short:has-[img]:grid short:grid-cols-2 short:grid-rows-[auto_auto_auto_1fr] short:gap-x-6",
      },
      element("div", { className: "text-center" }, title),
      state,
      element("div", { className: "mb-4" }, problem.place),
      detail,
      element("div", {}, next.button),
    ),
  );
  scrollTo(0, 0);
  title.focus();
  show(first);
  void look();
  watch(look, end.signal);
}

/** Calls `look` again and again while the page can be seen, and as soon as it is seen again. */
function watch(look: () => Promise<void>, signal: AbortSignal): void {
  const again = () => {
    if (signal.aborted) return;
    void (document.hidden ? Promise.resolve() : look()).finally(() => setTimeout(again, WATCH_MS));
  };
  setTimeout(again, WATCH_MS);
  document.addEventListener("visibilitychange", () => document.hidden || void look(), { signal });
}

/** The last part of a pay page's address. */
function tokenOf(payUrl: string): string {
  return new URL(payUrl).pathname.split("/").filter(Boolean).at(-1) ?? "";
}

const TONES: Readonly<Record<Sale["status"], string>> = {
  open: "bg-info-soft text-info",
  verifying: "bg-info-soft text-info",
  verified: "bg-accent text-on-accent py-8! text-3xl font-semibold",
  review: "bg-warn-soft text-warn",
  expired: "bg-raised text-soft",
  canceled: "bg-raised text-soft",
  rejected: "bg-bad-soft text-bad",
};

/** Whether the account is suspended: as on the pay page, nobody is asked to pay, but what was paid is still checked. */
function asksNobody({ status, payment_methods: accounts }: Sale): boolean {
  return !ENDED.has(status) && accounts.length === 0;
}

function stateBoxes(sale: Sale): readonly HTMLElement[] {
  if (!asksNobody(sale)) return [stateBox(sale)];
  const isWaiting = sale.status === "open" && !isPartlyPaid(sale);
  return isWaiting ? [suspendedBox()] : [suspendedBox(), stateBox(sale)];
}

function stateBox(sale: Sale): HTMLElement {
  const isPartly = isPartlyPaid(sale);
  const tone = isPartly ? "bg-warn-soft text-warn" : TONES[sale.status];
  const check = icon("mx-auto mb-2 size-16", "M4 12.500l5.500 5.500L20 7");
  const money = (amount: number) => formatMoney(amount, sale.currency);
  const more = sale.status === "verified" ? sale.amount_received - sale.amount : 0;
  return element(
    "div",
    { className: `my-4 rounded-xl px-4 py-3 text-center ${tone}` },
    sale.status === "verified" ? check : null,
    element("p", { className: "font-semibold" }, statusText(sale)),
    isPartly
      ? element(
          "p",
          {},
          `${t("checkouts.receivedSoFar", { amount: money(sale.amount_received) })} ${t("checkouts.stillMissing", { amount: money(sale.amount_due) })}`,
        )
      : null,
    more > 0
      ? element(
          "p",
          { className: "mt-1 text-lg font-normal" },
          t("counter.overpaid", { amount: money(sale.amount_received), more: money(more) }),
        )
      : null,
  );
}

function suspendedBox(): HTMLElement {
  return element(
    "div",
    { className: "my-4 rounded-xl bg-bad-soft px-4 py-3 text-center text-bad" },
    element("p", { className: "font-semibold" }, t("problem.accountSuspended")),
    element("p", {}, t("layout.suspendedMeans")),
  );
}

/** What asks the customer to pay: the QR code with the receiving accounts, and the link to send instead. */
function askToPay(sale: Sale, accounts: HTMLElement): readonly [HTMLElement, HTMLElement] {
  const asking = element(
    "div",
    {},
    element("img", {
      alt: t("links.qrCodeOf"),
      src: `data:image/svg+xml,${encodeURIComponent(qrSvg(sale.pay_url))}`,
      className: "mx-auto aspect-square w-full max-w-72 rounded-xl border border-line bg-white",
    }),
    element("p", { className: "mt-2 text-center text-soft" }, t("counter.scanToPay")),
    element("h2", { className: "mt-5 font-semibold" }, t("counter.accounts")),
    accounts,
  );
  return [asking, shareOrCopy(sale.pay_url, t("counter.sendLink"))];
}

function account(method: Sale["payment_methods"][number]): HTMLElement {
  const known = PROVIDER_VIEWS.find(({ id }) => id === method.provider);
  return element(
    "li",
    { className: "py-2" },
    element("p", { className: "text-soft" }, known?.name[language()] ?? method.provider),
    element(
      "p",
      { className: "text-lg font-semibold break-words tabular-nums", translate: false },
      accountNumberText(method.provider, method.account_number),
    ),
    element("p", { className: "break-words", translate: false }, method.account_name),
  );
}

function receipts({ receipt_url: url }: Sale): readonly Node[] {
  if (url === null) return [];
  return [
    shareOrCopy(url, t("counter.shareReceipt")),
    element(
      "a",
      {
        href: url,
        target: "_blank",
        rel: "noreferrer",
        className: buttonClass({}, "mt-3 h-auto! min-h-12 w-full py-2 whitespace-normal"),
      },
      t("counter.printReceipt"),
    ),
  ];
}

/** A button that hands an address to the phone's own share menu, or copies it where there is none. */
function shareOrCopy(url: string, text: string): HTMLElement {
  const said = element("p", { role: "status", className: "mt-1 text-center text-note text-soft" });
  const share = async () => {
    try {
      if (typeof navigator.share === "function") return await navigator.share({ url });
      await navigator.clipboard.writeText(url);
      said.textContent = t("ui.copied");
    } catch (error) {
      // The user closed the share menu.
      if (error instanceof DOMException && error.name === "AbortError") return;
      said.textContent = url;
    }
  };
  const { button } = control(
    text,
    { className: "mt-4 h-auto! min-h-12 w-full py-2 whitespace-normal" },
    { onclick: () => void share() },
  );
  return element("div", {}, button, said);
}
