import { account, auth } from "virtual:endpoints";
import { type FormEvent, useState } from "react";
import type { Session } from "../../api-client.ts";
import { useAction, useApi } from "../../query.ts";
import { setSession } from "../../session.ts";
import { askTelegram } from "../../sign-in/telegram-step.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Confirm, Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Section } from "../../ui/page.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";
import { useUser } from "../../use-session.ts";

/** Verifies a phone number by code and adds it to the user. */
export function LinkPhoneDialog({
  onDone,
  onClose,
}: {
  readonly onDone: (user: Session["user"]) => void;
  readonly onClose: () => void;
}) {
  const [phone, setPhone] = useState("");
  const [code, setCode] = useState("");
  const send = useAction(auth.sendOtp);
  const link = useAction(account.linkLogin, onDone);
  const isSent = send.data !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSent) link.mutate({ body: { phone: phone.trim(), code } });
    else send.mutate({ body: { phone: phone.trim() } });
  };
  return (
    <Dialog title={t("account.linkPhone")} onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label={t("account.phoneNumber")}
          type="tel"
          autoComplete="tel"
          value={phone}
          readOnly={isSent}
          onChange={(event) => setPhone(event.target.value)}
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
        <ProblemNotice error={send.error ?? link.error} />
        <Actions>
          <Button onClick={onClose}>{t("account.cancel")}</Button>
          <Button
            type="submit"
            look="primary"
            busy={send.isPending || link.isPending}
            disabled={isSent && code.length !== 6}
          >
            {isSent ? t("account.link") : t("account.sendCode")}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

export function LinkTelegramButton() {
  const settings = useApi(auth.telegramSettings, {});
  const [failure, setFailure] = useState<Error | null>(null);
  const link = useAction(account.linkLogin, (user) => {
    setSession({ kind: "signed-in", user });
    toast(t("account.telegramLinked"));
  });
  if (!settings.data) return null;
  const { client_id, issuer, nonce } = settings.data;
  const ask = () =>
    askTelegram({ clientId: client_id, issuer, nonce })
      .then((idToken) => idToken !== null && link.mutate({ body: { id_token: idToken } }))
      .catch(setFailure);
  return (
    <div>
      <Button size="sm" busy={link.isPending} onClick={() => void ask()}>
        {t("account.linkTelegram")}
      </Button>
      <ProblemNotice error={failure ?? link.error} />
    </div>
  );
}

type Kind = "phone" | "telegram";

/** The ways to sign in: at most one of each kind, at least one in all. */
export function LoginsSection() {
  const user = useUser();
  const me = useApi(account.readMe, {});
  const shown = me.data ?? user;
  const [open, setOpen] = useState<"link-phone" | Kind | null>(null);
  const unlink = useAction(account.unlinkLogin, () => {
    toast(t("account.signInMethodRemoved"));
    setOpen(null);
  });
  const hasBoth = shown.phone !== null && shown.telegram !== null;
  const telegramName = shown.telegram?.username
    ? `@${shown.telegram.username}`
    : (shown.telegram?.name ?? t("account.linked"));
  return (
    <Section title={t("account.signInMethods")} lead={t("account.aSecondMethodLets")}>
      <ul className="divide-y divide-line">
        <li className="flex flex-wrap items-center justify-between gap-3 pb-3">
          <span>
            <span className="block font-medium">{t("account.phone")}</span>
            <span className="text-soft">{shown.phone ?? t("account.notLinked")}</span>
          </span>
          {shown.phone === null && (
            <Button size="sm" onClick={() => setOpen("link-phone")}>
              {t("account.linkPhone")}
            </Button>
          )}
          {hasBoth && (
            <Button size="sm" look="ghost" onClick={() => setOpen("phone")}>
              {t("account.remove")}
            </Button>
          )}
        </li>
        <li className="flex flex-wrap items-center justify-between gap-3 pt-3">
          <span>
            <span className="block font-medium">Telegram</span>
            <span className="text-soft">
              {shown.telegram ? telegramName : t("account.notLinked")}
            </span>
          </span>
          {shown.telegram === null && <LinkTelegramButton />}
          {hasBoth && (
            <Button size="sm" look="ghost" onClick={() => setOpen("telegram")}>
              {t("account.remove")}
            </Button>
          )}
        </li>
      </ul>
      {open === "link-phone" && (
        <LinkPhoneDialog
          onClose={() => setOpen(null)}
          onDone={(changed) => {
            setSession({ kind: "signed-in", user: changed });
            setOpen(null);
          }}
        />
      )}
      {(open === "phone" || open === "telegram") && (
        <Confirm
          title={t("account.removeThisSignIn")}
          action={t("account.remove")}
          busy={unlink.isPending}
          error={unlink.error}
          onConfirm={() => unlink.mutate({ params: { kind: open } })}
          onClose={() => setOpen(null)}
        >
          <p>{t("account.youllSignInWith")}</p>
        </Confirm>
      )}
    </Section>
  );
}
