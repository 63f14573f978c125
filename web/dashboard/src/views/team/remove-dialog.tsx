import { keys, team } from "virtual:endpoints";
import { useState } from "react";
import { grantOf, type Role } from "../../../../../lib/contract/roles.ts";
import { type Member, personName } from "../../data/team.ts";
import { useMay } from "../../may.ts";
import { useAction, useApiAll } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { CheckBox } from "../../ui/field.tsx";
import { Notice, Skeleton } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";
import type { ApiKey } from "../../values.ts";

/** Rights with which a member sees or adds what still works without them: API keys, signing secrets, addresses of phones. */
const OF_SECRETS = ["developers", "settings"] as const;

/** Whether a member of this role loses such a right in another role, or at all. */
export function losesSecrets(role: Role, next: Role | null): boolean {
  return OF_SECRETS.some(
    (right) => grantOf(role, right) !== false && (next === null || grantOf(next, right) === false),
  );
}

/** What still works without a member who knew or added it. */
export function StillWorks() {
  const readsAudit = useMay("audit.read");
  return (
    <>
      <p>
        {t("team.removeSecrets")} {readsAudit && t("team.whoMadeKeys")}
      </p>
      <p>{t("team.removeAdded")}</p>
    </>
  );
}

/** Removes a member, and on request the API keys that they made. */
export function RemoveDialog({
  member,
  onClose,
}: {
  readonly member: Member;
  readonly onClose: () => void;
}) {
  const [revokes, setRevokes] = useState(false);
  const seesKeys = useMay("developers");
  const remove = useAction(team.removeMember, () => toast(t("team.removed")), { closes: onClose });
  return (
    <Confirm
      title={t("team.remove", { name: personName(member) })}
      action={t("account.remove")}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate({
          params: { id: member.id },
          query: revokes ? { revoke_api_keys: "true" as const } : {},
        })
      }
      onClose={onClose}
    >
      <p>{t("team.removeHint")}</p>
      {seesKeys && <Keys member={member} revokes={revokes} onRevokes={setRevokes} />}
      {losesSecrets(member.role, null) && <StillWorks />}
    </Confirm>
  );
}

const isUsable = ({ status }: ApiKey) => status === "active" || status === "expiring";
const namesOf = (some: readonly ApiKey[]) => some.map(({ name }) => name).join(", ");

/** A member of any role may have made keys in an earlier one. */
function Keys({
  member,
  revokes,
  onRevokes,
}: {
  readonly member: Member;
  readonly revokes: boolean;
  readonly onRevokes: (revokes: boolean) => void;
}) {
  const { data, error } = useApiAll(keys.listApiKeys, {});
  if (error) return <Notice kind="warn">{t("team.keysNotRead")}</Notice>;
  if (data === undefined) return <Skeleton lines={2} />;
  const usable = data.filter(isUsable);
  const made = usable.filter((key) => key.created_by === member.id);
  // Also where the service is older than the page, and does not say who made a key.
  const unknown = usable.filter((key) => !key.created_by);
  return (
    <>
      {made.length > 0 && (
        <CheckBox
          label={t("team.revokeKeys")}
          hint={t("team.revokeKeysHint", { names: namesOf(made) })}
          checked={revokes}
          onChange={onRevokes}
        />
      )}
      {unknown.length > 0 && <p>{t("team.keysOfUnknown", { names: namesOf(unknown) })}</p>}
    </>
  );
}
