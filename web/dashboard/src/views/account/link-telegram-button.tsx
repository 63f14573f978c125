import { account, auth } from "virtual:endpoints";
import { useState } from "react";
import { useAction, useApi } from "../../query.ts";
import { setSession } from "../../session.ts";
import { askTelegram } from "../../sign-in/telegram-window.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";

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
