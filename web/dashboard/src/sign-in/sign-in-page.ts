import type { Session } from "../api-client.ts";
import { client } from "../client.ts";
import { ownPath } from "../search.ts";
import { setSession } from "../session.ts";
import { t } from "../texts/t.ts";
import { control, element } from "./controls.ts";
import { languages, offlineNotice } from "./page-parts.ts";
import { drawSignIn } from "./sign-in-form.ts";

interface Start {
  /** Fetches what comes after the sign-in while the user waits for the code. */
  readonly onPrepare: (address: string) => void;
  /** Starts the page at a path of this site. Rejects when its files cannot be loaded. */
  readonly onStart: (address: string) => Promise<void>;
}

/** Draws the page for visitors without a session. Its address is `/login?next={path}`. */
export function drawSignInPage(root: HTMLElement, { onPrepare, onStart }: Start): void {
  const next = addressAfterSignIn();
  const ended = new URLSearchParams(location.search).get("ended");
  // The token of an invitation stays behind `#`, so its page keeps its address.
  const isInvited = location.pathname === "/join";
  const query = next === "/" ? "" : `?next=${encodeURIComponent(next)}`;
  if (!isInvited) history.replaceState(null, "", `/login${query}`);
  document.title = t("login.signInCheckoutVerification");

  const title = element("h1", { className: "text-xl font-semibold" }, t("login.signIn"));
  const notice = isInvited ? noticeOf(t("team.youAreInvited")) : endNotice(ended);
  const form = element("div");
  const done = (session: Session) => {
    client.signIn(session);
    setSession({ kind: "signed-in", user: session.user });
    onStart(next).catch(() => root.replaceChildren(notLoaded(next)));
  };
  const brand = document.getElementById("brand");
  root.replaceChildren(
    element(
      "main",
      { className: "grid min-h-dvh grid-cols-1 place-items-center px-edge py-10" },
      element(
        "div",
        { className: "@container w-full max-w-sm" },
        element("div", { className: "mb-6 flex justify-center" }, brand),
        element("div", { className: "card p-gutter sm:p-6" }, title, notice, form),
        element(
          "p",
          { className: "mt-6 text-center text-note text-soft" },
          t("login.weVerifyBankTransfers"),
        ),
        languages(),
      ),
    ),
    offlineNotice("over"),
  );
  drawSignIn(form, {
    onDone: done,
    onStep(step) {
      title.textContent = step === "code" ? t("login.enterTheCode") : t("login.signIn");
      notice?.remove();
      if (step === "code") onPrepare(next);
    },
  });
}

/** Why the user was signed out; null for a usual visit. */
function endNotice(ended: string | null): HTMLElement | null {
  const text =
    ended === "everywhere"
      ? t("common.youAreSignedOut")
      : ended === "closed"
        ? t("common.yourAccountIsClosed")
        : null;
  return text === null ? null : noticeOf(text);
}

function noticeOf(text: string): HTMLElement {
  return element("p", { className: "mt-4 rounded-lg bg-info-soft px-4 py-3 text-info" }, text);
}

/** Shown when the dashboard's files cannot be loaded after the sign-in. */
function notLoaded(next: string): HTMLElement {
  return element(
    "main",
    { role: "alert", className: "grid min-h-dvh place-content-center gap-4 px-edge text-center" },
    element("p", {}, t("layout.thisPageCouldNot")),
    // Some browsers never fetch a failed module again in the same page.
    control(t("ui.tryAgain"), { look: "primary" }, { onclick: () => location.assign(next) }).button,
  );
}

function addressAfterSignIn(): string {
  const { pathname, search, hash } = location;
  if (pathname === "/join") return pathname + hash;
  if (pathname !== "/login") return ownPath(pathname + search) ?? "/";
  return ownPath(new URLSearchParams(search).get("next")) ?? "/";
}
