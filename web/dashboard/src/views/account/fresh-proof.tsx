import { account, auth } from "virtual:endpoints";
import { type FormEvent, Fragment, useState } from "react";
import type { ApiProblem } from "../../../../../clients/typescript/src/problem.ts";
import type { InputOf } from "../../../../../lib/contract/client-types.ts";
import { digitsOf, isDigits } from "../../digits.ts";
import { useAction, useApi, useApiAll } from "../../query.ts";
import { askTelegram, NONCE_RENEWAL_MS } from "../../sign-in/telegram-step.ts";
import { tooSoonSeconds } from "../../sign-in/too-soon.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions } from "../../ui/dialog.tsx";
import { fieldError, TextField } from "../../ui/field.tsx";
import { ProblemNotice, ProblemPanel } from "../../ui/problem.tsx";
import { useNowBySecond } from "../../ui/time.tsx";
import { useUser } from "../../use-session.ts";

export type OwnProof = InputOf<typeof account.proveSession>["body"];

interface Asked {
  /** What the proof is for: the last button. */
  readonly action: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onClose: () => void;
}

/** Asks for a fresh proof of the user's own login: of the other one than the session's, where the user has two. */
export function FreshProof({
  onProof,
  ...asked
}: Asked & { readonly onProof: (proof: OwnProof) => void }) {
  const { phone, telegram } = useUser();
  const sessions = useApiAll(account.listSessions, {});
  if (!sessions.data) {
    const { error, refetch } = sessions;
    return error ? <ProblemPanel error={error} retry={() => void refetch()} /> : null;
  }
  const begunBy = sessions.data.find(({ current }) => current)?.login;
  const hasTwo = phone !== null && telegram !== null;
  const byPhone = hasTwo ? begunBy === "telegram" : phone !== null;
  return byPhone ? (
    <PhoneProof {...asked} own={phone ?? ""} onProof={onProof} />
  ) : (
    <TelegramProof {...asked} onProof={(token) => onProof({ id_token: token })} />
  );
}

type Proof = Asked & { readonly onProof: (proof: string) => void };

/** Asks for the code of an SMS to a phone: to the user's `own`, or to one that they type. */
export function PhoneProof({
  own,
  action,
  busy,
  error,
  onProof,
  onClose,
}: Asked & {
  readonly own?: string;
  readonly onProof: (proof: { readonly phone: string; readonly code: string }) => void;
}) {
  const [typed, setTyped] = useState("");
  const [code, setCode] = useState("");
  const phone = own ?? typed.trim();
  const { asks, nextAt, send, ask } = useCodeBySms(phone);
  // What was said of the last code says nothing about the next one.
  const [old, setOld] = useState<Error | null>(null);
  const isSent = asks > 0;
  const refused = error === old ? null : error;
  const mayBeGood = tooSoonSeconds(send.error) !== null;
  const sendAgain = () => {
    setOld(error);
    setCode("");
    ask();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSent) return ask();
    send.reset();
    onProof({ phone, code });
  };
  return (
    <form onSubmit={submit}>
      <TextField
        label={t("account.phoneNumber")}
        type="tel"
        autoComplete="tel"
        value={own ?? typed}
        readOnly={own !== undefined || isSent}
        onChange={(event) => setTyped(event.target.value)}
        error={fieldError(send.error ?? refused, "phone")}
      />
      {isSent && (
        // A new field for each code, because it takes the focus.
        <Fragment key={asks}>
          <TextField
            label={t("account.codeFromTheSms")}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            value={code}
            onChange={(event) => setCode(digitsOf(event.target.value).slice(0, 6))}
            hint={mayBeGood ? t("account.sentCodeIsGood") : undefined}
            error={
              isDigits(code)
                ? fieldError(refused, "code") && t("login.wrongCode")
                : t("ui.onlyDigits")
            }
          />
          <SendAgain at={nextAt} busy={send.isPending} onClick={sendAgain} />
        </Fragment>
      )}
      <ProblemNotice
        error={mayBeGood ? refused : (send.error ?? refused)}
        shown={["phone", "code"]}
      />
      <Actions>
        <Button onClick={onClose}>{t("account.cancel")}</Button>
        <Button
          type="submit"
          look="primary"
          // The dialog that asks opens before it knows what to ask for, and Enter would close it.
          autoFocus={own !== undefined}
          busy={(!isSent && send.isPending) || busy}
          disabled={isSent && !/^\d{6}$/.test(code)}
        >
          {isSent ? action : t("account.sendCode")}
        </Button>
      </Actions>
    </form>
  );
}

/** Sends codes to a phone: how often that left one to enter, and when the service permits the next one (ms). */
function useCodeBySms(phone: string) {
  const [asks, setAsks] = useState(0);
  const [nextAt, setNextAt] = useState(0);
  const wait = (seconds: number) => setNextAt(Date.now() + seconds * 1000);
  const enter = () => setAsks((count) => count + 1);
  const send = useAction(auth.sendOtp, ({ resend_in }) => {
    enter();
    wait(resend_in);
  });
  const onError = (error: ApiProblem) => {
    if (tooSoonSeconds(error) !== null && asks === 0) enter();
    wait(error.retryAfterSeconds ?? 0);
  };
  return { asks, nextAt, send, ask: () => send.mutate({ body: { phone } }, { onError }) };
}

/** Offers another code, and until `at` (ms) says how long that takes. */
function SendAgain({
  at,
  busy,
  onClick,
}: {
  readonly at: number;
  readonly busy: boolean;
  readonly onClick: () => void;
}) {
  const left = Math.ceil((at - useNowBySecond()) / 1000);
  return (
    <Button size="sm" look="ghost" busy={busy} disabled={left > 0} onClick={onClick}>
      {left > 0 ? t("login.resendInS", { left }) : t("login.resend")}
    </Button>
  );
}

function TelegramProof({ busy, error, onProof, onClose }: Proof) {
  const { ready, problem, ask } = useTelegram(onProof);
  return (
    <>
      <ProblemNotice error={problem ?? error} />
      <Actions>
        <Button onClick={onClose}>{t("account.cancel")}</Button>
        <Button
          // Another one once it can take the focus.
          key={String(ready)}
          look="primary"
          autoFocus
          busy={busy}
          disabled={!ready}
          onClick={ask}
        >
          {t("team.verifyTelegram")}
        </Button>
      </Actions>
    </>
  );
}

/** For a button that asks Telegram who the user is; `problem` is why that failed, or why it cannot be asked. */
export function useTelegram(onToken: (idToken: string) => void) {
  const settings = useApi(auth.telegramSettings, {}, { refetchEveryMs: NONCE_RENEWAL_MS });
  const [failure, setFailure] = useState<Error | null>(null);
  // A nonce is good once. One that was used is not offered again while the next is read.
  const [used, setUsed] = useState<string | null>(null);
  const offered = settings.data !== undefined;
  const ready = offered && settings.data.nonce !== used;
  const ask = async () => {
    if (settings.data === undefined) return;
    const { client_id, issuer, nonce } = settings.data;
    setFailure(null);
    try {
      const token = await askTelegram({ clientId: client_id, issuer, nonce });
      if (token !== null) onToken(token);
    } catch (error) {
      setFailure(error as Error);
    }
    setUsed(nonce);
    await settings.refetch();
  };
  return { offered, ready, problem: failure ?? settings.error, ask: () => void ask() };
}
