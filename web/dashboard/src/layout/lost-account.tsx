import { team } from "virtual:endpoints";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { accountName } from "../data/team.ts";
import { useApi } from "../query.ts";
import { t } from "../texts/t.ts";
import { Notice } from "../ui/problem.tsx";
import { useUser } from "../use-session.ts";

/** The account that this tab has shown last, for the page that follows a loss of it. */
interface Shown {
  readonly userId: string;
  readonly accountId: string;
  readonly name: string;
}
const KEY = "account-shown";

/**
 * Says which account the user has been removed from: the session goes on in another one, and the page loads again without a
 * word. Where they chose another account, or while their accounts are unknown, it says nothing.
 */
export function LostAccount() {
  const { data } = useApi(team.listMemberships, {});
  const { id: userId, account_id: accountId } = useUser();
  const [lost, setLost] = useState<string | null>(null);
  useEffect(() => {
    const current = data?.data.find((one) => one.account_id === accountId);
    if (data === undefined || current === undefined) return;
    const before = recall();
    const isMember = data.data.some((one) => one.account_id === before?.accountId);
    if (before?.userId === userId && !isMember) setLost(before.name);
    remember({ userId, accountId, name: accountName(current.app_names) });
  }, [data, userId, accountId]);
  if (lost === null) return null;
  return (
    <div role="status" className="mx-auto w-full max-w-6xl px-edge pt-4 sm:px-8">
      <Notice kind="warn">
        <div className="flex items-start justify-between gap-3">
          <span className="wrap-anywhere">{t("team.noLongerMember", { account: lost })}</span>
          <button type="button" onClick={() => setLost(null)} className="-m-2 shrink-0 p-2">
            <X aria-hidden className="size-4" />
            <span className="sr-only">{t("ui.close")}</span>
          </button>
        </div>
      </Notice>
    </div>
  );
}

function recall(): Shown | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Shown | null;
  } catch {
    // A browser that stores nothing, or another version's.
    return null;
  }
}

function remember(shown: Shown): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(shown));
  } catch {
    // It is not said then.
  }
}
