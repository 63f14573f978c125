import { auth } from "virtual:endpoints";
import { ApiProblem } from "../../../../clients/typescript/src/problem.ts";
import type { Answer } from "../../../../lib/contract/client-types.ts";
import { client } from "../client.ts";
import { t } from "../texts/t.ts";
import { control, problemPlace } from "./controls.ts";
import { element, icon } from "./dom.ts";
import type { Step } from "./step.ts";
import { askTelegram } from "./telegram-window.ts";

/** A nonce is valid for ten minutes. */
const NONCE_RENEWAL_MS = 8 * 60_000;

type Settings = Answer<typeof auth.telegramSettings>;

/** The button for Telegram; nothing where this service has no login by Telegram. */
export function telegramStep({ onDone, signal }: Step): HTMLElement {
  const { button, setBusy } = control(t("login.signInWithTelegram"), {
    className: "w-full",
    image: icon("size-4", "M22 2 15 22 11 13 2 9Z", "M22 2 11 13"),
  });
  const problem = problemPlace();
  const line = () => element("span", { className: "h-px flex-1 bg-line" });
  const frame = element(
    "div",
    { className: "mt-5" },
    element(
      "div",
      { className: "mb-5 flex items-center gap-3 text-note text-soft" },
      line(),
      t("login.or"),
      line(),
    ),
    button,
    problem.place,
  );

  // The nonce is read ahead: browsers block a window that opens later than the click.
  let settings: Settings | null = null;
  const renew = async () => {
    try {
      settings = await client.call(auth.telegramSettings, { signal });
      setBusy(false);
    } catch {
      // The button takes its place while the settings load, so that nothing jumps under a finger.
      if (settings === null) frame.remove();
    }
  };
  const ask = async ({ client_id, issuer, nonce }: Settings) => {
    problem.clear();
    setBusy(true);
    try {
      const idToken = await askTelegram({ clientId: client_id, issuer, nonce });
      if (idToken !== null) {
        onDone(await client.call(auth.telegramLogin, { body: { id_token: idToken } }));
        return;
      }
    } catch (error) {
      if (error instanceof ApiProblem) problem.show(error);
      else problem.show(error, error instanceof Error ? error.message : undefined);
    }
    setBusy(false);
    // A nonce is good once.
    await renew();
  };
  button.addEventListener("click", () => settings && void ask(settings));
  setBusy(true);
  void renew();
  const timer = setInterval(() => void renew(), NONCE_RENEWAL_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
  return frame;
}
