import { team } from "virtual:endpoints";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { accountBefore, accountName, rememberAccount } from "../data/team.ts";
import { useApi } from "../query.ts";
import { t } from "../texts/t.ts";
import { Notice } from "../ui/problem.tsx";
import { useUser } from "../use-session.ts";

/**
 * Says why the page is of another account than before: the user has been removed from that one, or has chosen another in
 * another tab. The page has loaded again without a word, and without what was typed. Says nothing while the accounts are unknown.
 */
export function OtherAccount() {
  const { data } = useApi(team.listMemberships, {});
  const { id: userId, account_id: accountId } = useUser();
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    const current = data?.data.find((one) => one.account_id === accountId);
    if (data === undefined || current === undefined) return;
    const name = accountName(current.app_names);
    const before = accountBefore({ id: userId, account_id: accountId });
    if (before !== null) {
      const isMember = data.data.some((one) => one.account_id === before.accountId);
      setSaid(
        isMember
          ? `${t("team.otherAccountChosen")} ${t("team.nowShown", { account: name })}`
          : t("team.noLongerMember", { account: before.name }),
      );
    }
    rememberAccount({ userId, accountId, name });
  }, [data, userId, accountId]);
  if (said === null) return null;
  return (
    <div role="status" className="mx-auto w-full max-w-6xl px-edge pt-4 sm:px-8">
      <Notice kind="warn">
        <div className="flex items-start justify-between gap-3">
          <span className="wrap-anywhere">{said}</span>
          <button type="button" onClick={() => setSaid(null)} className="-m-2 shrink-0 p-2">
            <X aria-hidden className="size-4" />
            <span className="sr-only">{t("ui.close")}</span>
          </button>
        </div>
      </Notice>
    </div>
  );
}
