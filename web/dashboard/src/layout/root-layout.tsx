import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { Toaster } from "../ui/toast.tsx";
import { useSession } from "../use-session.ts";
import { OfflineBanner } from "./offline-banner.tsx";

const SignInAgain = lazy(() =>
  import("./sign-in-again.tsx").then(({ SignInAgain }) => ({ default: SignInAgain })),
);

/** Asks to sign in when the session ends: above the page after an expiry, else on the sign-in page. */
export function RootLayout() {
  const session = useSession();
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
      <OfflineBanner />
      <Toaster />
    </>
  );
}
