import { Outlet, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "../session.ts";
import { Toaster } from "../ui/toast.tsx";

/** Leads to the login as soon as the session is over, wherever one is. */
export function RootLayout() {
  const session = useSession();
  const navigate = useNavigate();
  const isOver = session.kind === "signed-out" && session.ended;
  useEffect(() => {
    if (!isOver) return;
    const { pathname, search } = window.location;
    if (pathname !== "/login") {
      void navigate({ to: "/login", search: { next: pathname + search } });
    }
  }, [isOver, navigate]);
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  );
}
