import { account, auth } from "virtual:endpoints";
import { useState } from "react";
import { useAction, useApi } from "../../query.ts";
import { setSession } from "../../session.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";
import { askTelegram } from "../login/telegram-window.ts";

export function LinkTelegramButton() {
  const settings = useApi(auth.telegramSettings, {});
  const [failure, setFailure] = useState<Error | null>(null);
  const link = useAction(account.linkLogin, (user) => {
    setSession({ kind: "signed-in", user });
    toast("Telegram linked");
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
        Link Telegram
      </Button>
      <ProblemNotice error={failure ?? link.error} />
    </div>
  );
}
