import { Outlet, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { queryClient } from "../query.ts";
import { useSession } from "../session.ts";
import { Toaster } from "../ui/toast.tsx";

/** Leads to the login as soon as the session is over, wherever one is. */
export function RootLayout() {
  const session = useSession();
  const navigate = useNavigate();
  const why = session.kind === "signed-out" ? session.why : null;
  useEffect(() => {
    if (why === null) return;
    const { pathname, search } = window.location;
    if (pathname !== "/login") {
      // Only whose session ended by itself wants to go on where he was.
      void navigate({
        to: "/login",
        search: why === "ended" ? { next: pathname + search } : {},
      }).then(() => queryClient.clear());
    }
  }, [why, navigate]);
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  );
}
