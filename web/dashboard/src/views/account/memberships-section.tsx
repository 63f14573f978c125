import { account, auth, team } from "virtual:endpoints";
import { type FormEvent, useState } from "react";
import type { Answer, InputOf } from "../../../../../lib/contract/client-types.ts";
import { client } from "../../client.ts";
import { accountName } from "../../data/team.ts";
import { roleName } from "../../may.ts";
import { useAction, useApi } from "../../query.ts";
import { askTelegram } from "../../sign-in/telegram-step.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Actions, Confirm, Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Section } from "../../ui/page.tsx";
import { Notice, ProblemNotice } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { useUser } from "../../use-session.ts";

type Membership = Answer<typeof team.listMemberships>["data"][number];

/** The user's accounts, for users with several; leaving one, and an offer of the ownership. */
export function MembershipsSection() {
  const memberships = useApi(team.listMemberships, {}).data?.data ?? [];
  const [leaving, setLeaving] = useState<Membership | null>(null);
  const leave = useAction(team.leaveAccount, () => {
    if (leaving?.current) return location.assign("/");
    toast(t("team.youLeft"));
    setLeaving(null);
  });
  const offer = memberships.find((one) => one.current)?.ownership_offered_until ?? null;
  if (memberships.length < 2) return null;
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
      {leaving && (
        <Confirm
          title={t("team.leaveThis", { name: accountName(leaving.app_names) })}
          action={t("team.leave")}
          busy={leave.isPending}
          error={leave.error}
          onConfirm={() => leave.mutate({ params: { account_id: leaving.account_id } })}
          onClose={() => setLeaving(null)}
        >
          <p>{t("team.leaveHint")}</p>
        </Confirm>
      )}
    </Section>
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

/** Accepts by a fresh proof: of the other sign-in than the session's, where the user has two. */
function AcceptDialog({ onClose }: { readonly onClose: () => void }) {
  const user = useUser();
  const sessions = useApi(account.listSessions, {});
  const begunBy = sessions.data?.data.find(({ current }) => current)?.login;
  const hasTwo = user.phone !== null && user.telegram !== null;
  const byPhone = hasTwo ? begunBy === "telegram" : user.phone !== null;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const accept = async (body: InputOf<typeof team.acceptOwnership>["body"]) => {
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
      {!sessions.data ? null : byPhone ? (
        <PhoneProof
          phone={user.phone ?? ""}
          busy={busy}
          error={error}
          onProof={(code) => void accept({ phone: user.phone ?? "", code })}
          onClose={onClose}
        />
      ) : (
        <TelegramProof
          busy={busy}
          error={error}
          onProof={(token) => void accept({ id_token: token })}
        />
      )}
    </Dialog>
  );
}

interface Proof {
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onProof: (proof: string) => void;
}

function PhoneProof({
  phone,
  busy,
  error,
  onProof,
  onClose,
}: Proof & { readonly phone: string; readonly onClose: () => void }) {
  const [code, setCode] = useState("");
  const send = useAction(auth.sendOtp);
  const isSent = send.data !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSent) onProof(code);
    else send.mutate({ body: { phone } });
  };
  return (
    <form onSubmit={submit}>
      <TextField label={t("account.phoneNumber")} type="tel" value={phone} readOnly />
      {isSent && (
        <TextField
          label={t("account.codeFromTheSms")}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value.replace(/\D/g, "").slice(0, 6))}
        />
      )}
      <ProblemNotice error={send.error ?? error} />
      <Actions>
        <Button onClick={onClose}>{t("account.cancel")}</Button>
        <Button
          type="submit"
          look="primary"
          busy={send.isPending || busy}
          disabled={isSent && code.length !== 6}
        >
          {isSent ? t("team.accept") : t("account.sendCode")}
        </Button>
      </Actions>
    </form>
  );
}

function TelegramProof({ busy, error, onProof }: Proof) {
  const settings = useApi(auth.telegramSettings, {});
  const [failure, setFailure] = useState<Error | null>(null);
  if (!settings.data) return null;
  const { client_id, issuer, nonce } = settings.data;
  const ask = () =>
    askTelegram({ clientId: client_id, issuer, nonce })
      .then((token) => token !== null && onProof(token))
      .catch(setFailure);
  return (
    <>
      <ProblemNotice error={failure ?? error} />
      <Actions>
        <Button look="primary" busy={busy} onClick={() => void ask()}>
          {t("team.verifyTelegram")}
        </Button>
      </Actions>
    </>
  );
}
