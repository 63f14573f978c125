import { team } from "virtual:endpoints";
import { useState } from "react";
import { type GivenRole, type Member, personName } from "../../data/team.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Confirm, Dialog } from "../../ui/dialog.tsx";
import { CheckBox } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";
import { RoleFields } from "./role-fields.tsx";

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
