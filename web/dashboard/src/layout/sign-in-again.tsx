import { useLayoutEffect, useRef } from "react";
import type { Session } from "../api-client.ts";
import { client } from "../client.ts";
import { endProof } from "../proof.ts";
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
  // What the page shows is of one user and one account: nobody else may see it, and no form of it may act elsewhere.
  const isSame =
    before.kind === "signed-in" &&
    session.user.id === before.user.id &&
    session.user.account_id === before.user.account_id;
  if (!isSame) {
    location.assign("/");
    return;
  }
  setSession({ kind: "signed-in", user: session.user });
  // Calls that wait for a proof are sent again: most need no more than a recent sign-in.
  endProof(true);
  void queryClient.invalidateQueries();
}
