import { auth } from "virtual:endpoints";
import { ApiProblem } from "../../../../clients/typescript/src/problem.ts";
import { client } from "../client.ts";
import { t } from "../texts/t.ts";
import { codeStep, type SentCode } from "./code-step.ts";
import { control, element, field, problemPlace, type SignInEvents, type Step } from "./controls.ts";
import { telegramStep } from "./telegram-step.ts";
import { tooSoonSeconds } from "./too-soon.ts";

/**
 * Draws the form into `place`: phone and code, or Telegram. Plain DOM, because it is all that a visitor
 * without a session loads.
 *
 * @returns removes the form
 */
export function drawSignIn(place: HTMLElement, events: SignInEvents): () => void {
  let end = new AbortController();
  const show = (draw: (step: Step) => readonly Node[]) => {
    end.abort();
    end = new AbortController();
    place.replaceChildren(...draw({ ...events, signal: end.signal }));
    place.querySelector("input")?.focus();
  };
  const askNumber = () =>
    show((step) => [
      numberForm(step.signal, (sent) => {
        events.onStep?.("code");
        askCode(sent);
      }),
      telegramStep(step),
    ]);
  const askCode = (sent: SentCode) => {
    const back = () => {
      events.onStep?.("number");
      askNumber();
    };
    show((step) => [codeStep({ ...step, ...sent, back, onSent: askCode })]);
  };
  askNumber();
  return () => {
    end.abort();
    place.replaceChildren();
  };
}

function numberForm(signal: AbortSignal, onSent: (sent: SentCode) => void): HTMLElement {
  const number = field("phone", t("account.phoneNumber"), t("login.weSendADigit"), {
    type: "tel",
    inputMode: "tel",
    autocomplete: "tel",
    placeholder: "0911 000 000",
  });
  const send = control(
    t("account.sendCode"),
    { look: "primary", className: "mt-2 w-full" },
    { type: "submit" },
  );
  const problem = problemPlace();
  const submit = async (event: Event) => {
    event.preventDefault();
    const phone = number.input.value.trim();
    number.showError(null);
    problem.clear();
    send.setBusy(true);
    try {
      const { resend_in } = await client.call(auth.sendOtp, { body: { phone }, signal });
      if (!signal.aborted) onSent({ phone, resendInSeconds: resend_in, isEarlier: false });
    } catch (error) {
      if (signal.aborted) return;
      const wait = tooSoonSeconds(error);
      if (wait !== null) return onSent({ phone, resendInSeconds: wait, isEarlier: true });
      send.setBusy(false);
      const isRefused =
        error instanceof ApiProblem && error.errors.some(({ path }) => path === "phone");
      if (isRefused) number.showError(t("login.enterAValidPhone"));
      else problem.show(error);
    }
  };
  return element(
    "form",
    { className: "mt-4", onsubmit: submit },
    number.frame,
    problem.place,
    send.button,
  );
}
