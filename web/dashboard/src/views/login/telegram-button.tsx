import { auth } from "virtual:endpoints";
import { Send } from "lucide-react";
import { useState } from "react";
import type { Session } from "../../../../../lib/contract/client.ts";
import { useAction, useApi } from "../../query.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { askTelegram } from "./telegram-window.ts";

/** A nonce lives for ten minutes. */
const NONCE_RENEWAL_MS = 8 * 60_000;

/** Only where this service has a login by Telegram. */
export function TelegramButton({ onDone }: { readonly onDone: (session: Session) => void }) {
  // The nonce is read ahead: a window opened later than the click would be blocked.
  const settings = useApi(auth.telegramSettings, {}, { refetchEveryMs: NONCE_RENEWAL_MS });
  const [failure, setFailure] = useState<Error | null>(null);
  const [isAsking, setAsking] = useState(false);
  const login = useAction(auth.telegramLogin, onDone);
  // Its place is kept while that is read, so that nothing jumps under a finger.
  if (settings.error) return null;
  const ask = () => {
    if (!settings.data) return;
    const { client_id, issuer, nonce } = settings.data;
    setFailure(null);
    setAsking(true);
    askTelegram({ clientId: client_id, issuer, nonce })
      .then((idToken) => {
        if (idToken !== null) login.mutate({ body: { id_token: idToken } });
      })
      .catch(setFailure)
      .finally(() => {
        setAsking(false);
        // A nonce is good once.
        void settings.refetch();
      });
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
        busy={isAsking || login.isPending || settings.isPending}
        onClick={ask}
        icon={<Send aria-hidden className="size-4" />}
      >
        Log in with Telegram
      </Button>
      <ProblemNotice error={failure ?? login.error} />
    </div>
  );
}
