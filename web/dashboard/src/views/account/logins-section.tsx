import { account } from "virtual:endpoints";
import { useState } from "react";
import type { Session } from "../../api-client.ts";
import { useAction, useApi } from "../../query.ts";
import { setSession } from "../../session.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Section } from "../../ui/page.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";
import { useUser } from "../../use-session.ts";
import { PhoneProof, useTelegram } from "./fresh-proof.tsx";

/** Verifies a phone number by code and adds it to the user. */
export function LinkPhoneDialog({
  onDone,
  onClose,
}: {
  readonly onDone: (user: Session["user"]) => void;
  readonly onClose: () => void;
}) {
  const link = useAction(account.linkLogin, onDone);
  return (
    <Dialog title={t("account.linkPhone")} onClose={onClose}>
      <PhoneProof
        action={t("account.link")}
        busy={link.isPending}
        error={link.error}
        onProof={(body) => link.mutate({ body })}
        onClose={onClose}
      />
    </Dialog>
  );
}

export function LinkTelegramButton() {
  const link = useAction(account.linkLogin, (user) => {
    setSession({ kind: "signed-in", user });
    toast(t("account.telegramLinked"));
  });
  const { offered, ready, problem, ask } = useTelegram((id_token) =>
    link.mutate({ body: { id_token } }),
  );
  if (!offered) return null;
  return (
    <div>
      <Button size="sm" busy={link.isPending} disabled={!ready} onClick={ask}>
        {t("account.linkTelegram")}
      </Button>
      <ProblemNotice error={problem ?? link.error} />
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
