import { team } from "virtual:endpoints";
import { useApi } from "../query.ts";
import { t } from "../texts/t.ts";
import { Notice } from "../ui/problem.tsx";

/** Says above every view that the account is suspended, what that means and why. */
export function SuspendedAccount() {
  const { data } = useApi(team.listMemberships, {});
  const suspended = data?.data.find(({ current }) => current)?.suspended;
  if (!suspended) return null;
  return (
    <div role="status" className="mx-auto w-full max-w-6xl px-edge pt-4 sm:px-8">
      <Notice kind="bad">
        <p className="font-semibold">{t("problem.accountSuspended")}</p>
        <p>{t("layout.suspendedMeans")}</p>
        <p className="wrap-anywhere">{t("layout.suspendedWhy", { reason: suspended.reason })}</p>
      </Notice>
    </div>
  );
}
