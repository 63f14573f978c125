import { auth } from "virtual:endpoints";
import { ApiProblem } from "../../../../clients/typescript/src/problem.ts";
import type { Answer } from "../../../../lib/contract/client-types.ts";
import { client } from "../client.ts";
import { t } from "../texts/t.ts";
import { control, element, icon, problemPlace, type Step } from "./controls.ts";

const WATCH_MS = 400;

interface Question {
  readonly clientId: string;
  /** Base URL of Telegram's login, or of its local stand-in. */
  readonly issuer: string;
  readonly nonce: string;
}

/**
 * Opens Telegram's login in a window of its own and waits for the id_token that it posts back (its
 * `response_type=post_message`). No script of theirs runs in our page. Null when the user closes the window.
 *
 * @throws Error with a text for the user if the browser blocks the window or Telegram refuses
 */
export function askTelegram({ clientId, issuer, nonce }: Question): Promise<string | null> {
  const address = new URL(`${issuer.replace(/\/$/, "")}/auth`);
  address.search = new URLSearchParams({
    response_type: "post_message",
    client_id: clientId,
    origin: location.origin,
    redirect_uri: `${location.origin}/login`,
    scope: "openid profile",
    nonce,
  }).toString();
  const opened = window.open(address, "telegram-login", "popup,width=550,height=650");
  if (opened === null) {
    return Promise.reject(new Error(t("login.theBrowserBlockedThe")));
  }
  return new Promise((resolve, reject) => {
    const end = () => {
      clearInterval(watch);
      removeEventListener("message", hear);
      opened.close();
    };
    const hear = (event: MessageEvent) => {
      if (event.source !== opened || event.origin !== address.origin) return;
      const answer = readAnswer(event.data);
      if (answer === null) return;
      end();
      if ("idToken" in answer) resolve(answer.idToken);
      else reject(new Error(t("login.telegramRefusedTheSign", { error: answer.error })));
    };
    const watch = setInterval(() => {
      if (!opened.closed) return;
      end();
      resolve(null);
    }, WATCH_MS);
    addEventListener("message", hear);
  });
}

/** Reads the posted message, an object or JSON; null for anything but an answer of Telegram. */
function readAnswer(data: unknown): { idToken: string } | { error: string } | null {
  const message = asRecord(typeof data === "string" ? parsed(data) : data);
  const result = asRecord(message?.result);
  const token = message?.id_token ?? result?.id_token ?? message?.result;
  if (typeof token === "string") return { idToken: token };
  const error = message?.error ?? result?.error;
  return typeof error === "string" ? { error } : null;
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A nonce is valid for ten minutes. */
export const NONCE_RENEWAL_MS = 8 * 60_000;

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
