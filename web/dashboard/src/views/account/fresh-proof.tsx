import { account, auth } from "virtual:endpoints";
import { type FormEvent, useState } from "react";
import type { InputOf } from "../../../../../lib/contract/client-types.ts";
import { useAction, useApi } from "../../query.ts";
import { askTelegram, NONCE_RENEWAL_MS } from "../../sign-in/telegram-step.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { ProblemNotice, ProblemPanel } from "../../ui/problem.tsx";
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
  const sessions = useApi(account.listSessions, {});
  if (!sessions.data) {
    const { error, refetch } = sessions;
    return error ? <ProblemPanel error={error} retry={() => void refetch()} /> : null;
  }
  const begunBy = sessions.data.data.find(({ current }) => current)?.login;
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
  const send = useAction(auth.sendOtp);
  const isSent = send.data !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSent) onProof({ phone, code });
    else send.mutate({ body: { phone } });
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
      />
      {isSent && (
        <TextField
          label={t("account.codeFromTheSms")}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value.replace(/\D/g, "").slice(0, 6))}
        />
      )}
      <ProblemNotice error={send.error ?? error} />
      <Actions>
        <Button onClick={onClose}>{t("account.cancel")}</Button>
        <Button
          type="submit"
          look="primary"
          busy={send.isPending || busy}
          disabled={isSent && code.length !== 6}
        >
          {isSent ? action : t("account.sendCode")}
        </Button>
      </Actions>
    </form>
  );
}

function TelegramProof({ busy, error, onProof, onClose }: Proof) {
  const { ready, problem, ask } = useTelegram(onProof);
  return (
    <>
      <ProblemNotice error={problem ?? error} />
      <Actions>
        <Button onClick={onClose}>{t("account.cancel")}</Button>
        <Button look="primary" busy={busy} disabled={!ready} onClick={ask}>
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
