import { team } from "virtual:endpoints";
import { useState } from "react";
import { useSave } from "../../changes.ts";
import { useApps } from "../../data/apps.tsx";
import {
  GIVEN_ROLES,
  type GivenRole,
  type Member,
  type NewInvitation,
  personName,
} from "../../data/team.ts";
import { roleName, useGrant } from "../../may.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Actions, Confirm, Dialog } from "../../ui/dialog.tsx";
import { CheckBox, Choice, fieldError, TextField } from "../../ui/field.tsx";
import { Notice, ProblemNotice } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { useUser } from "../../use-session.ts";
import { losesSecrets, StillWorks } from "./remove-dialog.tsx";

interface Props {
  readonly member: Member;
  readonly onClose: () => void;
}

/** Changes a member's role and apps. */
export function MemberDialog({ member, onClose }: Props) {
  // Another role ends an ownership, so none is offered as if it were the present one.
  const [role, setRole] = useState(member.role === "owner" ? null : member.role);
  const [apps, setApps] = useState<readonly number[] | null>(member.apps);
  const { apps: known, problem } = useApps();
  const had = member.apps ?? known.map((one) => one.app_id);
  const isWithoutApp = apps !== null && had.some((id) => !apps.includes(id));
  const losesSome =
    role !== null &&
    (losesSecrets(member.role, role) || (isWithoutApp && losesSecrets(member.role, null)));
  const update = useAction(team.updateMember, () => toast(t("team.changed")), { closes: onClose });
  const save = useSave(
    { ...(role !== null && { role }), apps: apps && [...apps] },
    (body) => update.mutate({ params: { id: member.id }, body }),
    onClose,
  );
  return (
    <Dialog title={personName(member)} onClose={onClose} wide>
      {problem ?? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <RoleFields role={role} onRole={setRole} apps={apps} onApps={setApps} />
          {losesSome && (
            <Notice kind="warn">
              <StillWorks />
            </Notice>
          )}
          <ProblemNotice error={update.error} />
          <Actions>
            <Button onClick={onClose}>{t("account.cancel")}</Button>
            <Button
              type="submit"
              look="primary"
              busy={update.isPending}
              disabled={role === null || apps?.length === 0}
            >
              {t("account.save")}
            </Button>
          </Actions>
        </form>
      )}
    </Dialog>
  );
}

/** Offers the ownership to a member. */
export function OfferDialog({ member, onClose }: Props) {
  const [stays, setStays] = useState(true);
  const offer = useAction(team.offerOwnership, () => toast(t("team.offered")), { closes: onClose });
  return (
    <Confirm
      title={t("team.offerOwnershipTo", { name: personName(member) })}
      action={t("team.offerOwnership")}
      busy={offer.isPending}
      error={offer.error}
      onConfirm={() => offer.mutate({ params: { id: member.id }, body: { stay_owner: stays } })}
      onClose={onClose}
    >
      <p>{t("team.offerHint")}</p>
      <CheckBox
        label={t("team.stayOwner")}
        hint={t("team.stayOwnerHint")}
        checked={stays}
        onChange={setStays}
      />
    </Confirm>
  );
}

const HINTS: Readonly<Record<GivenRole, string>> = {
  manager: t("team.managerHint"),
  developer: t("team.developerHint"),
  cashier: t("team.cashierHint"),
  accountant: t("team.accountantHint"),
};

interface RoleFieldsProps {
  readonly role: GivenRole | null;
  readonly onRole: (role: GivenRole) => void;
  /** null: all apps. */
  readonly apps: readonly number[] | null;
  readonly onApps: (apps: readonly number[] | null) => void;
}

/** What a member may do, and in which apps. A manager gives the role of a cashier only. */
function RoleFields({ role, onRole, apps, onApps }: RoleFieldsProps) {
  const grant = useGrant("members.write");
  const { apps: known } = useApps();
  const mayGiveAll = useUser().apps === null;
  const roles = GIVEN_ROLES.filter((one) => grant === true || one === "cashier");
  const toggle = (id: number, isChosen: boolean) =>
    onApps(isChosen ? [...(apps ?? []), id] : (apps ?? []).filter((one) => one !== id));
  return (
    <>
      <Choice
        legend={t("team.role")}
        value={role}
        onChange={onRole}
        options={roles.map((value) => ({ value, label: roleName(value), hint: HINTS[value] }))}
      />
      {(known.length > 1 || !mayGiveAll || apps !== null) && (
        <fieldset className="mb-4">
          <legend className="mb-1 font-medium">{t("layout.apps")}</legend>
          {mayGiveAll && (
            <CheckBox
              label={t("team.allApps")}
              checked={apps === null}
              onChange={(isAll) =>
                onApps(isAll ? null : known.slice(0, 1).map((one) => one.app_id))
              }
            />
          )}
          {apps !== null && (
            <div className="mt-1 border-l-2 border-line pl-3">
              <p className="text-note text-soft">{t("team.onlyTheseApps")}</p>
              {known.map(({ app_id: id, name }) => (
                <CheckBox
                  key={id}
                  label={name}
                  checked={apps.includes(id)}
                  onChange={(isChosen) => toggle(id, isChosen)}
                />
              ))}
            </div>
          )}
        </fieldset>
      )}
    </>
  );
}

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
  const { problem } = useApps();
  const invite = useAction(team.inviteMember, onInvited);
  const given = handle.trim();
  return (
    <Dialog title={t("team.inviteSomeone")} onClose={onClose} wide>
      {problem ?? (
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
      )}
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
