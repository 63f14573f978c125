import { team } from "virtual:endpoints";
import { useState } from "react";
import { useApps } from "../../data/apps.tsx";
import { GIVEN_ROLES, type GivenRole, type Member, personName } from "../../data/team.ts";
import { roleName, useGrant } from "../../may.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Confirm, Dialog } from "../../ui/dialog.tsx";
import { CheckBox, Choice } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";
import { useUser } from "../../use-session.ts";

interface Props {
  readonly member: Member;
  readonly onClose: () => void;
}

/** Changes a member's role and apps. */
export function MemberDialog({ member, onClose }: Props) {
  const [role, setRole] = useState<GivenRole>(member.role === "owner" ? "manager" : member.role);
  const [apps, setApps] = useState<readonly number[] | null>(member.apps);
  const update = useAction(team.updateMember, () => {
    toast(t("team.changed"));
    onClose();
  });
  return (
    <Dialog title={personName(member)} onClose={onClose} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          update.mutate({ params: { id: member.id }, body: { role, apps: apps && [...apps] } });
        }}
      >
        <RoleFields role={role} onRole={setRole} apps={apps} onApps={setApps} />
        <ProblemNotice error={update.error} />
        <Actions>
          <Button onClick={onClose}>{t("account.cancel")}</Button>
          <Button
            type="submit"
            look="primary"
            busy={update.isPending}
            disabled={apps?.length === 0}
          >
            {t("account.save")}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

/** Offers the ownership to a member. */
export function OfferDialog({ member, onClose }: Props) {
  const [stays, setStays] = useState(true);
  const offer = useAction(team.offerOwnership, () => {
    toast(t("team.offered"));
    onClose();
  });
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
  readonly role: GivenRole;
  readonly onRole: (role: GivenRole) => void;
  /** null: all apps. */
  readonly apps: readonly number[] | null;
  readonly onApps: (apps: readonly number[] | null) => void;
}

/** What a member may do, and in which apps. A manager gives the role of a cashier only. */
export function RoleFields({ role, onRole, apps, onApps }: RoleFieldsProps) {
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
