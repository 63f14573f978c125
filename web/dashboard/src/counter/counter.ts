// The counter: a page for a cashier with a phone. Plain DOM without React, router and query cache, so that it opens
// quickly over a slow connection. Nothing here reads a text at import.
import { account, apps as appRoutes } from "virtual:endpoints";
import { grantOf } from "../../../../lib/contract/roles.ts";
import type { Session } from "../api-client.ts";
import { client, readPages } from "../client.ts";
import { COUNTER } from "../first-page.ts";
import { keep, kept } from "../kept.ts";
import { onSessionChange, sessionState, setSession } from "../session.ts";
import { control, element, problemPlace } from "../sign-in/controls.ts";
import { languages, offlineNotice } from "../sign-in/page-parts.ts";
import { adoptLanguage, type Language, switchLanguage, t } from "../texts/t.ts";
import { amountForm } from "./amount-form.ts";
import { keepShell } from "./keep-shell.ts";
import { drawAccounts } from "./other-accounts.ts";
import { type Desk, mayPrepare, type Sale } from "./sale-status.ts";
import { drawToday } from "./today.ts";
import { drawUnmatched } from "./unmatched.ts";

type App = Desk["apps"][number];

const AMOUNT_KEY = "counter-amount";

/** Draws the amount at once, and what needs the session as soon as it is there. */
export async function start(onReady?: () => void): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("the page has no root");
  document.title = t("layout.counter");
  document.head.append(
    element("link", { rel: "manifest", href: "/counter.webmanifest" }),
    element("link", { rel: "apple-touch-icon", href: "/counter-192.png" }),
  );
  onSessionChange(leaveWhenEnded);
  const place = element("div");
  onReady?.();
  root.replaceChildren(offlineNotice("above"), frame(place));
  const signedIn = openDesk();
  drawStart(place, signedIn, kept(AMOUNT_KEY, "sessionStorage") ?? "");
  keep(AMOUNT_KEY, null, "sessionStorage");
  // The page is loaded again to sign in, and in another language.
  addEventListener("pagehide", () => keep(AMOUNT_KEY, amountIn(place), "sessionStorage"));
  void keepShell(signedIn);
}

/** The amount that is entered and has not become a sale; null if there is none. */
function amountIn(place: HTMLElement): string | null {
  return place.querySelector<HTMLInputElement>("#amount")?.value || null;
}

function frame(place: HTMLElement): HTMLElement {
  const problem = problemPlace();
  const choose = async (next: Language) => {
    try {
      await client.call(account.updateMe, { body: { language: next } });
      switchLanguage(next);
    } catch (error) {
      problem.show(error);
    }
  };
  return element(
    "main",
    {
      className:
        "mx-auto min-h-dvh w-full max-w-md px-edge py-4 text-base short:has-[img]:max-w-3xl",
    },
    element("div", { className: "@container" }, place),
    element(
      "footer",
      { className: "mt-8 text-center" },
      element("a", { href: "/", className: "link inline-block py-3" }, t("counter.toDashboard")),
      languages((next) => void choose(next)),
      problem.place,
    ),
  );
}

/** The session of the refresh cookie, and the apps that the member sells for. */
async function openDesk(): Promise<Desk> {
  const known = sessionState();
  let user: Session["user"];
  if (known.kind === "signed-in") user = known.user;
  else {
    const session = await client.restore();
    if (session === null) return signInAgain();
    user = session.user;
    setSession({ kind: "signed-in", user });
  }
  const livemode = new URLSearchParams(location.search).get("mode") !== "test";
  await adoptLanguage(user.language, location.href);
  const { rows } = await readPages<App>(appRoutes.listApps, {}, Number.POSITIVE_INFINITY);
  const apps = rows.filter(({ app_id }) => user.apps === null || user.apps.includes(app_id));
  return {
    user,
    livemode,
    apps,
    isLimited: user.apps !== null,
    refusal: refusalOf(user, livemode, apps),
  };
}

/** Why this member cannot sell here; null if they can. */
function refusalOf({ role }: Session["user"], livemode: boolean, apps: readonly App[]) {
  const grant = grantOf(role, "checkouts.write");
  if (grant === false) return "role";
  if (grant !== true && livemode) return "test-only";
  return apps.length === 0 ? "no-app" : null;
}

/** Loads the page again, which shows the sign-in form when no session is marked. */
function leaveWhenEnded(): void {
  const state = sessionState();
  // This calls it once more.
  if (state.kind === "signed-in" && state.isExpired) setSession({ kind: "signed-out", why: null });
  else if (state.kind === "signed-out") location.reload();
}

function signInAgain(): Promise<never> {
  setSession({ kind: "signed-out", why: null });
  return new Promise(() => {});
}

/** The first screen: the amount, and today's payments under it. `typed`: an amount that was entered before. */
function drawStart(place: HTMLElement, signedIn: Promise<Desk>, typed = ""): void {
  const today = element("section");
  const unmatched = element("section");
  const more = element("div");
  const open = (desk: Desk, sale: Sale) => void drawSaleOf(place, desk, sale);
  const form = amountForm(signedIn, typed, open, (desk) => {
    if (!desk.isLimited) return;
    // It is of the app chosen before.
    today.replaceChildren();
    void drawToday(today, desk, (sale) => open(desk, sale));
  });
  place.replaceChildren(
    element("h1", { className: "text-xl font-semibold" }, t("layout.counter")),
    more,
    form.frame,
    unmatched,
    today,
  );
  form.focus();
  void signedIn.then(
    (desk) => {
      if (!desk.livemode) more.append(modeNotice("layout.testModeSandboxPayments"));
      const said = element("div");
      more.append(said);
      if (desk.refusal !== null) {
        form.frame.remove();
        said.append(refusalNotice(desk, desk.refusal));
      }
      void drawAccounts(said, more, desk);
      void drawUnmatched(unmatched, desk, (sale) => open(desk, sale));
      void drawToday(today, desk, (sale) => open(desk, sale));
    },
    (error: unknown) => {
      const problem = problemPlace();
      problem.show(error);
      const tryAgain = () => {
        removeEventListener("online", tryAgain);
        drawStart(place, openDesk(), form.typed());
      };
      addEventListener("online", tryAgain);
      const again = control(
        t("ui.tryAgain"),
        { look: "primary", className: "mt-4" },
        { onclick: tryAgain },
      );
      today.replaceChildren(problem.place, again.button);
    },
  );
}

function modeNotice(text: Parameters<typeof t>[0], ...more: readonly Node[]): HTMLElement {
  return element(
    "p",
    { className: "mt-3 rounded-lg bg-warn-soft px-4 py-3 text-warn" },
    t(text),
    ...more,
  );
}

function refusalNotice(desk: Desk, refusal: NonNullable<Desk["refusal"]>): HTMLElement {
  const link = (href: string, text: Parameters<typeof t>[0]) =>
    element("a", { href, className: "link mt-1 block" }, t(text));
  if (refusal === "role") return modeNotice("counter.notYourRole");
  if (refusal === "test-only") {
    return modeNotice("counter.testOnly", link(`${COUNTER}?mode=test`, "layout.switchToTest"));
  }
  return mayPrepare(desk)
    ? modeNotice("counter.createApp", link("/apps", "apps.newApp"))
    : modeNotice("counter.noApp");
}

/** The second screen, in a file of its own: the first one needs no QR code. */
async function drawSaleOf(place: HTMLElement, desk: Desk, sale: Sale): Promise<void> {
  try {
    const { drawSale } = await import("./sale.ts");
    drawSale(place, sale, () => drawStart(place, Promise.resolve(desk)));
  } catch {
    const problem = problemPlace();
    problem.show(null, t("layout.thisPageCouldNot"));
    place.prepend(problem.place);
  }
}
