import { auth } from "virtual:endpoints";
import { ApiProblem } from "../../../../clients/typescript/src/problem.ts";
import { client } from "../client.ts";
import { digitsOf, isDigits } from "../digits.ts";
import { t } from "../texts/t.ts";
import { control, element, field, problemPlace, type Step } from "./controls.ts";

const LENGTH = 6;
const isCode = (text: string) => text.length === LENGTH && isDigits(text);

export interface SentCode {
  readonly phone: string;
  readonly resendInSeconds: number;
  /** Whether no other code is sent yet, and the one before may still be good. */
  readonly isEarlier: boolean;
}

interface CodeStep extends SentCode, Step {
  readonly back: () => void;
  /** Begins the step anew: another code ends this one, and what was said of it. */
  readonly onSent: (sent: SentCode) => void;
}

/** One field for all digits, so that pasting and the keyboard's suggestion from the SMS work. */
export function codeStep(step: CodeStep): HTMLElement {
  const { phone, isEarlier, back, onDone, signal } = step;
  const code = field("code", t("login.code"), null, {
    inputMode: "numeric",
    autocomplete: "one-time-code",
    className: "input text-center font-mono !text-xl tracking-[0.4em] narrow:tracking-normal",
  });
  const enter = control(
    t("login.signIn"),
    { look: "primary", className: "mt-2 w-full" },
    { type: "submit", disabled: true },
  );
  const problem = problemPlace();
  let isPending = false;
  const submit = async (event?: Event) => {
    event?.preventDefault();
    const submitted = code.input.value;
    if (!isCode(submitted) || isPending) return;
    isPending = true;
    problem.clear();
    enter.setBusy(true);
    try {
      onDone(await client.call(auth.verifyOtp, { body: { phone, code: submitted }, signal }));
    } catch (error) {
      if (signal.aborted) return;
      isPending = false;
      enter.setBusy(false);
      // Corrected while the answer was on its way: it says nothing about the new code.
      if (code.input.value !== submitted) return await submit();
      const isWrong = error instanceof ApiProblem && error.status === 401;
      problem.show(error, isWrong ? t("login.wrongCode") : undefined);
      code.input.focus();
    }
  };
  code.input.addEventListener("input", () => {
    code.input.value = digitsOf(code.input.value).slice(0, LENGTH);
    if (isDigits(code.input.value)) problem.clear();
    else problem.show(null, t("ui.onlyDigits"));
    enter.button.disabled = !isCode(code.input.value) || isPending;
    void submit();
  });
  const lead = isEarlier ? t("account.sentCodeIsGood") : t("login.ifCanSignIn", { phone });
  return element(
    "form",
    { className: "mt-1", onsubmit: submit },
    element("p", { className: "mb-4 text-soft" }, lead),
    code.frame,
    problem.place,
    enter.button,
    element(
      "div",
      { className: "mt-4 flex flex-wrap justify-between gap-2" },
      control(t("login.changeNumber"), { look: "ghost", size: "sm" }, { onclick: back }).button,
      resendButton(step, problem.show),
    ),
  );
}

/** Counts the seconds down until another code may be sent. */
function resendButton(
  { phone, resendInSeconds, onSent, signal }: CodeStep,
  onProblem: (error: unknown) => void,
): HTMLElement {
  const { button, setBusy } = control(t("login.resend"), { look: "ghost", size: "sm" });
  let left = resendInSeconds;
  const show = () => {
    button.disabled = left > 0;
    button.textContent = left > 0 ? t("login.resendInS", { left }) : t("login.resend");
  };
  const send = async () => {
    setBusy(true);
    try {
      const { resend_in } = await client.call(auth.sendOtp, { body: { phone }, signal });
      return onSent({ phone, resendInSeconds: resend_in, isEarlier: false });
    } catch (error) {
      if (signal.aborted) return;
      left = (error instanceof ApiProblem && error.retryAfterSeconds) || 0;
      onProblem(error);
    }
    setBusy(false);
    show();
  };
  button.addEventListener("click", () => void send());
  const timer = setInterval(() => {
    if (left === 0) return;
    left -= 1;
    show();
  }, 1000);
  signal.addEventListener("abort", () => clearInterval(timer));
  show();
  return button;
}
