import { useLayoutEffect, useRef } from "react";
import type { Session } from "../api-client.ts";
import { client } from "../client.ts";
import { queryClient } from "../query.ts";
import { sessionState, setSession } from "../session.ts";
import { drawSignIn } from "../sign-in/sign-in-form.ts";
import { t } from "../texts/t.ts";
import { Dialog } from "../ui/dialog.tsx";

/** Asks the user of an expired session to sign in, above the page with all that they typed. */
export function SignInAgain() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (place.current ? drawSignIn(place.current, { onDone }) : undefined), []);
  return (
    <Dialog title={t("login.yourSessionHasExpired")} onClose={() => undefined} closable={false}>
      <p className="text-soft">{t("login.signInToContinue")}</p>
      <div ref={place} />
    </Dialog>
  );
}

function onDone(session: Session): void {
  const before = sessionState();
  client.signIn(session);
  setSession({ kind: "signed-in", user: session.user });
  // Another user must not see what the page shows of this one.
  if (before.kind === "signed-in" && session.user.id === before.user.id) {
    void queryClient.invalidateQueries();
  } else location.assign("/");
}
