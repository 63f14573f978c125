import { auth, team } from "virtual:endpoints";
import { useState } from "react";
import { ApiProblem } from "../../../../../clients/typescript/src/problem.ts";
import { client } from "../../client.ts";
import { accountName, rememberAccount } from "../../data/team.ts";
import { isSessionOf, rememberSession } from "../../first-page.ts";
import { Brand } from "../../layout/brand.tsx";
import { LanguageSwitch } from "../../layout/user-box.tsx";
import { roleName } from "../../may.ts";
import { useApi } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/page.tsx";
import { Notice, ProblemNotice, ProblemPanel, Skeleton } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useUser } from "../../use-session.ts";

/** What an invitation's link opens, for a signed-in user: what it offers, and the button to accept it. */
export function JoinView() {
  const token = location.hash.slice(1);
  const opened = useApi(team.openInvitation, { body: { token } });
  const { error } = opened;
  // A malformed token answers 400, one that was used, withdrawn or is for another login 404.
  const isGone = error instanceof ApiProblem && [400, 404].includes(error.status);
  return (
    <main className="grid min-h-dvh grid-cols-1 place-items-center px-edge py-10">
      <div className="@container w-full max-w-md">
        <div className="mb-6 flex justify-center">
          <Brand />
        </div>
        <div className="card p-gutter sm:p-6">
          <h1 className="text-xl font-semibold">{t("team.invitation")}</h1>
          {isGone ? (
            <div className="mt-4">
              <Notice kind="warn">{t("team.invitationIsGone")}</Notice>
            </div>
          ) : error ? (
            <ProblemPanel error={error} retry={() => void opened.refetch()} />
          ) : opened.data === undefined ? (
            <Skeleton lines={4} />
          ) : (
            <Offer token={token} offer={opened.data} />
          )}
          <SignedInAs />
        </div>
        <div className="mx-auto mt-4 max-w-60">
          <LanguageSwitch />
        </div>
      </div>
    </main>
  );
}

type Opened = NonNullable<ReturnType<typeof useApi<typeof team.openInvitation>>["data"]>;

function Offer({ token, offer }: { readonly token: string; readonly offer: Opened }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const accept = async () => {
    setBusy(true);
    setError(null);
    try {
      client.signIn(await client.call(team.acceptInvitation, { body: { token } }));
      rememberAccount(null);
      // The address with the token leaves the history, and nothing of the account before stays.
      location.replace("/");
    } catch (problem) {
      setError(problem as Error);
      setBusy(false);
    }
  };
  return (
    <div className="mt-4 space-y-4">
      <p>
        {offer.invited_by
          ? t("team.invitesYou", { name: offer.invited_by })
          : t("team.youAreInvitedToWork")}
      </p>
      <Facts>
        <Fact name={t("layout.account")}>{accountName(offer.app_names)}</Fact>
        <Fact name={t("team.role")}>{roleName(offer.role)}</Fact>
        <Fact name={t("team.validUntil")}>
          <Time at={offer.expires_at} form="both" />
        </Fact>
      </Facts>
      <ProblemNotice error={error} conflict={t("team.cannotJoin")} />
      <Button look="primary" className="w-full" busy={busy} onClick={() => void accept()}>
        {t("team.accept")}
      </Button>
    </div>
  );
}

/** An invitation may be for another login than the one in use. */
function SignedInAs() {
  const user = useUser();
  const change = async () => {
    const body = { everywhere: false, user_id: user.id };
    await client.call(auth.logout, { body }).catch(() => undefined);
    client.signOut();
    // Without this mark, the page that loads asks to sign in, and comes back here. Another user's is not this one's to take.
    if (isSessionOf(user.id)) rememberSession(null);
    location.reload();
  };
  const name = user.name ?? user.phone ?? user.telegram?.username ?? t("layout.telegram");
  return (
    <p className="mt-5 border-t border-line pt-4 text-note text-soft">
      <Text id="team.signedInAs" values={{ name }} />{" "}
      <button type="button" className="link" onClick={() => void change()}>
        {t("team.useAnotherLogin")}
      </button>{" "}
      ·{" "}
      <a href="/" className="link">
        {t("team.toMyAccount")}
      </a>
    </p>
  );
}
