import { account } from "virtual:endpoints";
import { useState } from "react";
import { useAction, useApi } from "../../query.ts";
import { setSession, useUser } from "../../session.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Section } from "../../ui/page.tsx";
import { toast } from "../../ui/toast.tsx";
import { LinkPhoneDialog } from "./link-phone-dialog.tsx";
import { LinkTelegramButton } from "./link-telegram-button.tsx";

type Kind = "phone" | "telegram";

/** The ways to log in: one of each kind at most, and never none. */
export function LoginsSection() {
  const user = useUser();
  const me = useApi(account.readMe, {});
  const shown = me.data ?? user;
  const [open, setOpen] = useState<"link-phone" | Kind | null>(null);
  const unlink = useAction(account.unlinkLogin, () => {
    toast("Login removed");
    setOpen(null);
  });
  const hasBoth = shown.phone !== null && shown.telegram !== null;
  const telegramName = shown.telegram?.username
    ? `@${shown.telegram.username}`
    : (shown.telegram?.name ?? "Linked");
  return (
    <Section title="Ways to log in" lead="With a second one, a lost phone does not lock you out.">
      <ul className="divide-y divide-line">
        <li className="flex flex-wrap items-center justify-between gap-3 pb-3">
          <span>
            <span className="block font-medium">Phone</span>
            <span className="text-soft">{shown.phone ?? "Not linked"}</span>
          </span>
          {shown.phone === null && (
            <Button size="sm" onClick={() => setOpen("link-phone")}>
              Link a phone
            </Button>
          )}
          {hasBoth && (
            <Button size="sm" look="ghost" onClick={() => setOpen("phone")}>
              Remove
            </Button>
          )}
        </li>
        <li className="flex flex-wrap items-center justify-between gap-3 pt-3">
          <span>
            <span className="block font-medium">Telegram</span>
            <span className="text-soft">{shown.telegram ? telegramName : "Not linked"}</span>
          </span>
          {shown.telegram === null && <LinkTelegramButton />}
          {hasBoth && (
            <Button size="sm" look="ghost" onClick={() => setOpen("telegram")}>
              Remove
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
          title="Remove this way to log in?"
          action="Remove"
          busy={unlink.isPending}
          error={unlink.error}
          onConfirm={() => unlink.mutate({ params: { kind: open } })}
          onClose={() => setOpen(null)}
        >
          <p>You log in by the other one from now on.</p>
        </Confirm>
      )}
    </Section>
  );
}
