import type { Session } from "../api-client.ts";
import { client } from "../client.ts";
import { ownPath } from "../search.ts";
import { setSession } from "../session.ts";
import { type Language, language, switchLanguage, t } from "../texts/t.ts";
import { control, element } from "./controls.ts";
import { drawSignIn } from "./sign-in-form.ts";

interface Start {
  /** Fetches the dashboard while the user waits for the code. */
  readonly onPrepare: () => void;
  /** Starts the dashboard at a path of this site. Rejects when its files cannot be loaded. */
  readonly onStart: (address: string) => Promise<void>;
}

/** Draws the page for visitors without a session. Its address is `/login?next={path}`. */
export function drawSignInPage(root: HTMLElement, { onPrepare, onStart }: Start): void {
  const next = addressAfterSignIn();
  const ended = new URLSearchParams(location.search).get("ended");
  const query = next === "/" ? "" : `?next=${encodeURIComponent(next)}`;
  history.replaceState(null, "", `/login${query}`);
  document.title = t("login.signInCheckoutVerification");

  const title = element("h1", { className: "text-xl font-semibold" }, t("login.signIn"));
  const notice = endNotice(ended);
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
    offlineNotice(),
  );
  drawSignIn(form, {
    onDone: done,
    onStep(step) {
      title.textContent = step === "code" ? t("login.enterTheCode") : t("login.signIn");
      notice?.remove();
      if (step === "code") onPrepare();
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
  if (text === null) return null;
  return element("p", { className: "mt-4 rounded-lg bg-info-soft px-4 py-3 text-info" }, text);
}

/** Each language by its own name, so that its readers find it. */
function languages(): HTMLElement {
  const names: readonly (readonly [Language, string])[] = [
    ["en", "English"],
    ["am", "አማርኛ"],
  ];
  return element(
    "fieldset",
    { className: "mx-auto mt-4 flex max-w-60 flex-wrap justify-center gap-1" },
    element("legend", { className: "sr-only" }, t("layout.language")),
    ...names.map(([lang, name]) =>
      element(
        "button",
        {
          type: "button",
          lang,
          "aria-pressed": lang === language(),
          onclick: () => switchLanguage(lang),
          className:
            "min-h-8 flex-1 rounded-md px-2 text-note text-soft hover:bg-hover hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink",
        },
        name,
      ),
    ),
  );
}

function offlineNotice(): HTMLElement {
  const place = element("div", {
    role: "status",
    className: "pointer-events-none fixed inset-x-0 top-4 z-40 px-edge",
  });
  const show = () =>
    place.replaceChildren(
      ...(navigator.onLine
        ? []
        : [
            element(
              "p",
              {
                className:
                  "mx-auto w-fit rounded-full bg-warn-soft px-4 py-2 font-medium text-warn shadow-pop",
              },
              t("layout.youAreOffline"),
            ),
          ]),
    );
  addEventListener("online", show);
  addEventListener("offline", show);
  show();
  return place;
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
  const { pathname, search } = location;
  if (pathname !== "/login") return ownPath(pathname + search) ?? "/";
  return ownPath(new URLSearchParams(search).get("next")) ?? "/";
}
