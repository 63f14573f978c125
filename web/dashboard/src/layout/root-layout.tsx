import { type ErrorComponentProps, Outlet, useRouter } from "@tanstack/react-router";
import { Compass, LockKeyhole } from "lucide-react";
import { useEffect } from "react";
import type { Permission } from "../../../../lib/contract/roles.ts";
import { LazyDialog, ViewNotLoaded } from "../lazy-view.tsx";
import { roleName, useGrant } from "../may.ts";
import { endProof, useProof } from "../proof.ts";
import { setSession } from "../session.ts";
import { t } from "../texts/t.ts";
import { ButtonLink } from "../ui/button.tsx";
import { OfflineStatus } from "../ui/dialog.tsx";
import { Empty, ProblemPanel } from "../ui/problem.tsx";
import { Toaster } from "../ui/toast.tsx";
import { useSession, useUser } from "../use-session.ts";

const signInAgain = () => import("./sign-in-again.tsx").then(({ SignInAgain }) => SignInAgain);
const proofDialog = () => import("./proof-dialog.tsx").then(({ ProofDialog }) => ProofDialog);

/** Asks to sign in when the session ends: above the page after an expiry, else on the sign-in page. */
export function RootLayout() {
  const session = useSession();
  const { isAsked } = useProof();
  const isOut = session.kind === "signed-out";
  const why = isOut ? session.why : null;
  useEffect(() => {
    // A page load also forgets everything that the page knew of the user.
    if (isOut) location.replace(why === null ? "/login" : `/login?ended=${why}`);
  }, [isOut, why]);
  return (
    <>
      <Outlet />
      {session.kind === "signed-in" && session.isExpired && (
        // The next request asks again.
        <LazyDialog
          load={signInAgain}
          onClose={() => setSession({ kind: "signed-in", user: session.user })}
        />
      )}
      {session.kind === "signed-in" && !session.isExpired && isAsked && (
        <LazyDialog load={proofDialog} onClose={() => endProof(false)} />
      )}
      {/* Above the toasts, where it hides no heading. */}
      <OfflineStatus className="pointer-events-none fixed inset-x-0 bottom-[4.5rem] z-40 px-4" />
      <Toaster />
    </>
  );
}

export function NotFound() {
  return (
    <main className="@container mx-auto max-w-xl px-4 py-20">
      <h1 className="sr-only">{t("layout.pageNotFound")}</h1>
      <div className="card">
        <Empty
          icon={Compass}
          title={t("layout.pageNotFound")}
          action={
            <ButtonLink look="primary" to="/">
              {t("layout.goToTheOverview")}
            </ButtonLink>
          }
        >
          {t("layout.checkTheAddressOr")}
        </Empty>
      </div>
    </main>
  );
}

/** Shown at an address that the user may not use, at least not in this mode. */
export function NotPermitted({ needs }: { readonly needs: Permission | undefined }) {
  const { role } = useUser();
  const isForTests = useGrant(needs ?? "self") === "test_only";
  const title = t(isForTests ? "team.inTestModeOnly" : "team.notForYourRole");
  return (
    <div className="mx-auto max-w-xl px-4 py-20">
      <h1 className="sr-only">{title}</h1>
      <div className="card" role="alert">
        <Empty
          icon={LockKeyhole}
          title={title}
          action={
            isForTests ? (
              <ButtonLink look="primary" to="." search={(rest) => ({ ...rest, mode: "test" })}>
                {t("layout.switchToTest")}
              </ButtonLink>
            ) : (
              <ButtonLink look="primary" to="/">
                {t("team.goToTheStart")}
              </ButtonLink>
            )
          }
        >
          {needs === "operate"
            ? t("layout.onlyForOperators")
            : t("team.askAnOwner", { role: roleName(role) })}
        </Empty>
      </div>
    </div>
  );
}

/** Shown when a route fails to load, e.g. because the service is unreachable. */
export function RouteProblem({ error }: ErrorComponentProps) {
  const router = useRouter();
  const shown = error instanceof Error ? error : new Error(t("layout.somethingWentWrong"));
  const retry = () =>
    error instanceof ViewNotLoaded && navigator.onLine
      ? location.reload()
      : void router.invalidate();
  useEffect(() => {
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  });
  return (
    <main className="@container mx-auto max-w-xl px-4 py-20">
      <ProblemPanel error={shown} retry={retry} />
    </main>
  );
}
