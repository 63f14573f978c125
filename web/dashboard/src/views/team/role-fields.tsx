import { useApps } from "../../data/apps.tsx";
import { GIVEN_ROLES, type GivenRole } from "../../data/team.ts";
import { roleName, useGrant } from "../../may.ts";
import { t } from "../../texts/t.ts";
import { CheckBox, Choice } from "../../ui/field.tsx";
import { useUser } from "../../use-session.ts";

const HINTS: Readonly<Record<GivenRole, string>> = {
  manager: t("team.managerHint"),
  developer: t("team.developerHint"),
  cashier: t("team.cashierHint"),
  accountant: t("team.accountantHint"),
};

interface Props {
  readonly role: GivenRole;
  readonly onRole: (role: GivenRole) => void;
  /** null: all apps. */
  readonly apps: readonly number[] | null;
  readonly onApps: (apps: readonly number[] | null) => void;
}

/** What a member may do, and in which apps. A manager gives the role of a cashier only. */
export function RoleFields({ role, onRole, apps, onApps }: Props) {
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
