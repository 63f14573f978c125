import { account, auth } from "virtual:endpoints";
import { type FormEvent, useState } from "react";
import type { Session } from "../../api-client.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";

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
