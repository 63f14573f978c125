import { type ErrorComponentProps, Outlet, useRouter } from "@tanstack/react-router";
import { Compass, LockKeyhole, WifiOff } from "lucide-react";
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import type { Permission } from "../../../../lib/contract/roles.ts";
import { ViewNotLoaded } from "../lazy-view.tsx";
import { roleName } from "../may.ts";
import { useProof } from "../proof.ts";
import { t } from "../texts/t.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Empty, ProblemPanel } from "../ui/problem.tsx";
import { Toaster } from "../ui/toast.tsx";
import { useSession, useUser } from "../use-session.ts";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Shows that the device is offline. Requests fail meanwhile; nothing is sent later by itself. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    // Above the toasts, where it hides no heading.
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-[4.5rem] z-40 px-4">
      {!isOnline && (
        <p className="mx-auto flex w-fit items-center gap-2 rounded-full bg-warn-soft px-4 py-2 font-medium text-warn shadow-pop">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t("layout.youAreOffline")}
        </p>
      )}
    </div>
  );
}

const SignInAgain = lazy(() =>
  import("./sign-in-again.tsx").then(({ SignInAgain }) => ({ default: SignInAgain })),
);

const ProofDialog = lazy(() =>
  import("./proof-dialog.tsx").then(({ ProofDialog }) => ({ default: ProofDialog })),
);

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
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
      {session.kind === "signed-in" && !session.isExpired && isAsked && (
        <Suspense>
          <ProofDialog />
        </Suspense>
      )}
      <OfflineBanner />
      <Toaster />
    </>
  );
}

export function NotFound() {
  return (
    <main className="mx-auto max-w-xl px-4 py-20">
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

/** Shown at an address that the user may not use. */
export function NotPermitted({ needs }: { readonly needs: Permission | undefined }) {
  const { role } = useUser();
  return (
    <div className="mx-auto max-w-xl px-4 py-20">
      <h1 className="sr-only">{t("team.notForYourRole")}</h1>
      <div className="card" role="alert">
        <Empty
          icon={LockKeyhole}
          title={t("team.notForYourRole")}
          action={
            <ButtonLink look="primary" to="/">
              {t("team.goToTheStart")}
            </ButtonLink>
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
    <main className="mx-auto max-w-xl px-4 py-20">
      <ProblemPanel error={shown} retry={retry} />
    </main>
  );
}
