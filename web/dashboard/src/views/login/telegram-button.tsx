import { auth } from "virtual:endpoints";
import { Send } from "lucide-react";
import { useState } from "react";
import type { Session } from "../../../../../lib/contract/client.ts";
import { useAction, useApi } from "../../query.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { askTelegram } from "./telegram-window.ts";

/** Only where this service has a login by Telegram. */
export function TelegramButton({ onDone }: { readonly onDone: (session: Session) => void }) {
  // The nonce is read ahead: a window opened later than the click would be blocked.
  const settings = useApi(auth.telegramSettings, {});
  const [failure, setFailure] = useState<Error | null>(null);
  const [isAsking, setAsking] = useState(false);
  const login = useAction(auth.telegramLogin, onDone);
  if (!settings.data) return null;
  const { client_id, issuer, nonce } = settings.data;
  const ask = () => {
    setFailure(null);
    setAsking(true);
    askTelegram({ clientId: client_id, issuer, nonce })
      .then((idToken) => {
        if (idToken !== null) login.mutate({ body: { id_token: idToken } });
        else void settings.refetch();
      })
      .catch(setFailure)
      .finally(() => setAsking(false));
  };
  return (
    <div className="mt-5">
      <div className="mb-5 flex items-center gap-3 text-[13px] text-soft">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      <Button
        className="w-full"
        busy={isAsking || login.isPending}
        onClick={ask}
        icon={<Send aria-hidden className="size-4" />}
      >
        Log in with Telegram
      </Button>
      <ProblemNotice error={failure ?? login.error} />
    </div>
  );
}
