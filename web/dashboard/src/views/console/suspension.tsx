import { operator } from "virtual:console-endpoints";
import { useState } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { accountTitle } from "../../data/team.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/page.tsx";
import { Notice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";
import { ChangeDialog } from "./change-dialog.tsx";

export type Account = Answer<typeof operator.inspectAccount>;

/** What a dialog of an account gets. */
export interface Asked {
  readonly account: Account;
  readonly onClose: () => void;
}

export function AccountBadges({ account }: { readonly account: Account }) {
  if (account.closed_at) return <Badge tone="bad">{t("console.closed")}</Badge>;
  return account.suspended && <Badge tone="bad">{t("console.suspended")}</Badge>;
}

/** What the next suspension or its end does, and whether the pay pages follow the last one. */
export function SuspendSection({
  account,
  onOpen,
}: {
  readonly account: Account;
  readonly onOpen: () => void;
}) {
  const isSuspended = account.suspended !== null;
  return (
    <Section
      title={t(isSuspended ? "console.resumeAccount" : "console.suspendAccount")}
      lead={t(isSuspended ? "console.resumeLead" : "console.suspendLead")}
    >
      {account.pages_behind_since !== null && (
        <div className="mb-4">
          <Notice>
            <p className="font-semibold">{t("console.pagesBehind")}</p>
            <p>{t("console.pagesBehindHint")}</p>
          </Notice>
        </div>
      )}
      <Button look={isSuspended ? "primary" : "danger"} onClick={onOpen}>
        {t(isSuspended ? "console.resumeAccount" : "console.suspendAccount")}
      </Button>
    </Section>
  );
}

/** Suspends an account, or lifts its suspension. */
export function SuspendDialog({ account, onClose }: Asked) {
  const name = accountTitle(account.app_names);
  // As it was opened: the account may be read anew before the dialog closes.
  const [isSuspended] = useState(account.suspended !== null);
  const { mutate, isPending, error } = useAction(
    operator.suspendAccount,
    () => toast(t(isSuspended ? "console.isResumed" : "console.isSuspended", { account: name })),
    { closes: onClose, refreshesFirst: true },
  );
  const action = t(isSuspended ? "console.resumeAccount" : "console.suspendAccount");
  return (
    <ChangeDialog
      title={t(isSuspended ? "console.resumeOf" : "console.suspendOf", { account: name })}
      action={action}
      {...(!isSuspended && {
        again: {
          title: t("console.suspendNow", { account: name }),
          hint: t("console.suspendAgain"),
          action,
        },
      })}
      conflict={t("console.cannotSuspend")}
      busy={isPending}
      error={error}
      onSubmit={(reason) =>
        mutate({ params: { id: account.id }, body: { suspended: !isSuspended, reason } })
      }
      onClose={onClose}
    >
      <p className="mb-4 text-soft">
        {t(isSuspended ? "console.resumeLead" : "console.suspendLead")}
      </p>
    </ChangeDialog>
  );
}
