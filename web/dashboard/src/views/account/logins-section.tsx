import { account } from "virtual:endpoints";
import { useState } from "react";
import { useAction, useApi } from "../../query.ts";
import { setSession } from "../../session.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Section } from "../../ui/page.tsx";
import { toast } from "../../ui/toast.tsx";
import { useUser } from "../../use-session.ts";
import { LinkPhoneDialog } from "./link-phone-dialog.tsx";
import { LinkTelegramButton } from "./link-telegram-button.tsx";

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
