import { team } from "virtual:endpoints";
import { useState } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { client } from "../../client.ts";
import { accountName } from "../../data/team.ts";
import { roleName } from "../../may.ts";
import { useAction, useApi } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Section } from "../../ui/page.tsx";
import { Notice } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { useUser } from "../../use-session.ts";
import { losesSecrets } from "../team/remove-dialog.tsx";
import { FreshProof, type OwnProof } from "./fresh-proof.tsx";

type Membership = Answer<typeof team.listMemberships>["data"][number];

/** The user's accounts, for users with several; leaving one, and an offer of the ownership, which one who has passed it on may get. */
export function MembershipsSection() {
  const { account_id: accountId, role: newest } = useUser();
  const all = useApi(team.listMemberships, {}).data?.data ?? [];
  // The session learns of another role before the list is read again.
  const memberships = all.map((one) =>
    one.account_id === accountId ? { ...one, role: newest } : one,
  );
  const [leaving, setLeaving] = useState<Membership | null>(null);
  const offer = memberships.find((one) => one.current)?.ownership_offered_until ?? null;
  if (memberships.length < 2 && offer === null) return null;
  return (
    <Section title={t("team.yourAccounts")} lead={t("team.yourAccountsLead")}>
      {offer && <OwnershipOffer until={offer} />}
      <ul className="divide-y divide-line">
        {memberships.map((one) => (
          <li
            key={one.account_id}
            className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
          >
            <span className="min-w-0">
              <span className="font-medium wrap-anywhere">{accountName(one.app_names)}</span>{" "}
              {one.current && <Badge tone="info">{t("team.accountInUse")}</Badge>}
              <span className="block text-soft">{roleName(one.role)}</span>
            </span>
            {one.role !== "owner" && (
              <Button size="sm" look="ghost" onClick={() => setLeaving(one)}>
                {t("team.leave")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {leaving && <LeaveDialog membership={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  );
}

function LeaveDialog({
  membership: { account_id, app_names, current, role },
  onClose,
}: {
  readonly membership: Membership;
  readonly onClose: () => void;
}) {
  const leave = useAction(
    team.leaveAccount,
    () => {
      if (current) location.assign("/");
      else toast(t("team.youLeft"));
    },
    { closes: onClose },
  );
  return (
    <Confirm
      title={t("team.leaveThis", { name: accountName(app_names) })}
      action={t("team.leave")}
      busy={leave.isPending}
      error={leave.error}
      onConfirm={() => leave.mutate({ params: { account_id } })}
      onClose={onClose}
    >
      <p>{t("team.leaveHint")}</p>
      {losesSecrets(role, null) && <p>{t("team.leaveSecrets")}</p>}
    </Confirm>
  );
}

function OwnershipOffer({ until }: { readonly until: string }) {
  const [isAccepting, setAccepting] = useState(false);
  const decline = useAction(team.declineOwnership, () => toast(t("team.declined")), {
    toastsProblem: true,
  });
  return (
    <div className="mb-4">
      <Notice>
        <p>
          <Text id="team.ownershipOffer" values={{ time: <Time at={until} form="both" /> }} />
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" look="primary" onClick={() => setAccepting(true)}>
            {t("team.acceptOwnership")}
          </Button>
          <Button size="sm" busy={decline.isPending} onClick={() => decline.mutate({})}>
            {t("team.decline")}
          </Button>
        </div>
      </Notice>
      {isAccepting && <AcceptDialog onClose={() => setAccepting(false)} />}
    </div>
  );
}

/** Accepts by a fresh proof. */
function AcceptDialog({ onClose }: { readonly onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const accept = async (body: OwnProof) => {
    setBusy(true);
    setError(null);
    try {
      client.signIn(await client.call(team.acceptOwnership, { body }));
      // The role of the session has changed, and with it every view.
      location.assign("/");
    } catch (problem) {
      setError(problem as Error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t("team.acceptOwnership")} onClose={onClose}>
      <p className="mb-4 text-soft">{t("team.acceptOwnershipHint")}</p>
      <FreshProof
        action={t("team.accept")}
        busy={busy}
        error={error}
        onProof={(body) => void accept(body)}
        onClose={onClose}
      />
    </Dialog>
  );
}
