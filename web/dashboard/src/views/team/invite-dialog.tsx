import { team } from "virtual:endpoints";
import { useState } from "react";
import type { GivenRole, NewInvitation } from "../../data/team.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { Choice, fieldError, TextField } from "../../ui/field.tsx";
import { Notice, ProblemNotice } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useUser } from "../../use-session.ts";
import { RoleFields } from "./member-dialogs.tsx";

type Whom = "anyone" | "phone" | "telegram";

/** Makes an invitation: for whom, with which role, in which apps. */
export function InviteDialog({
  onInvited,
  onClose,
}: {
  readonly onInvited: (invitation: NewInvitation) => void;
  readonly onClose: () => void;
}) {
  const user = useUser();
  const [role, setRole] = useState<GivenRole>("cashier");
  const [apps, setApps] = useState<readonly number[] | null>(user.apps);
  const [whom, setWhom] = useState<Whom>("anyone");
  const [handle, setHandle] = useState("");
  const invite = useAction(team.inviteMember, onInvited);
  const given = handle.trim();
  return (
    <Dialog title={t("team.inviteSomeone")} onClose={onClose} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate({
            body: {
              role,
              ...(apps !== null && { apps: [...apps] }),
              ...(whom === "phone" && { phone: given }),
              ...(whom === "telegram" && { telegram_username: given }),
            },
          });
        }}
      >
        <RoleFields role={role} onRole={setRole} apps={apps} onApps={setApps} />
        <Choice
          legend={t("team.forWhom")}
          value={whom}
          onChange={(next) => {
            setWhom(next);
            setHandle("");
          }}
          options={[
            { value: "anyone", label: t("team.forAnyone") },
            { value: "phone", label: t("team.forPhone"), hint: t("team.forPhoneHint") },
            { value: "telegram", label: t("team.forTelegram"), hint: t("team.forTelegramHint") },
          ]}
        />
        {whom === "phone" && (
          <TextField
            label={t("account.phoneNumber")}
            type="tel"
            value={handle}
            maxLength={32}
            autoComplete="off"
            placeholder="0911 000 000"
            onChange={(event) => setHandle(event.target.value)}
            error={fieldError(invite.error, "phone")}
          />
        )}
        {whom === "telegram" && (
          <TextField
            label={t("team.telegramName")}
            value={handle}
            maxLength={33}
            autoComplete="off"
            placeholder="@abebe"
            onChange={(event) => setHandle(event.target.value)}
            error={fieldError(invite.error, "telegram_username")}
          />
        )}
        <ProblemNotice error={invite.error} shown={["phone", "telegram_username"]} />
        <Actions>
          <Button onClick={onClose}>{t("account.cancel")}</Button>
          <Button
            type="submit"
            look="primary"
            busy={invite.isPending}
            disabled={apps?.length === 0 || (whom !== "anyone" && given === "")}
          >
            {t("team.invite")}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

/** The link of a new invitation, once. */
export function InvitationDialog({
  invitation: { url, sent, phone, expires_at },
  onClose,
}: {
  readonly invitation: NewInvitation;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={t("team.invitation")} onClose={onClose} closable={false}>
      {phone !== null && (
        <Notice kind={sent ? "good" : "warn"}>
          {sent ? t("team.linkSent") : t("team.linkNotSent")}
        </Notice>
      )}
      {url === null ? (
        <Notice kind="warn">{t("team.linkGone")}</Notice>
      ) : (
        <>
          <p className="mt-3">
            <Text id="team.copyLinkOnce" values={{ time: <Time at={expires_at} form="both" /> }} />
          </p>
          <div className="mt-3 flex items-center gap-2 rounded-lg border border-line bg-raised py-2 pr-2 pl-3 narrow:flex-col narrow:items-start">
            <span data-testid="invitation" className="min-w-0 flex-1 break-all">
              {url}
            </span>
            <CopyButton value={url} label={t("team.invitationLink")} text={t("checkouts.copy")} />
          </div>
        </>
      )}
      <Actions>
        <Button look="primary" onClick={onClose}>
          {t("webhooks.done")}
        </Button>
      </Actions>
    </Dialog>
  );
}
