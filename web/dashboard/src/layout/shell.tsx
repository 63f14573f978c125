import { Outlet, useLocation } from "@tanstack/react-router";
import { Menu } from "lucide-react";
import { useEffect, useState } from "react";
import { useSession } from "../session.ts";
import { Brand } from "./brand.tsx";
import { Drawer } from "./drawer.tsx";
import { ModeSwitch, TestBanner } from "./mode.tsx";
import { Navigation } from "./navigation.tsx";
import { UserBox } from "./user-box.tsx";

/** The frame around every view behind the login. */
export function Shell() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the going elsewhere that closes it
  useEffect(() => setMenuOpen(false), [pathname]);
  // Between the end of a session and the login there is nobody to show anything to.
  if (useSession().kind !== "signed-in") return null;
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[248px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-ink focus:px-4 focus:py-2 focus:text-canvas"
      >
        Skip to the content
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col gap-6 overflow-y-auto border-r border-line bg-surface px-4 py-5 lg:flex">
        <div className="px-2">
          <Brand />
        </div>
        <ModeSwitch />
        <Navigation />
        <div className="mt-auto">
          <UserBox />
        </div>
      </aside>
      <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-surface px-4 lg:hidden">
        <Brand />
        <button
          type="button"
          onClick={() => setMenuOpen(true)}
          className="-mr-2 grid size-11 place-items-center rounded-lg hover:bg-hover"
        >
          <Menu aria-hidden className="size-5" />
          <span className="sr-only">Menu</span>
        </button>
      </header>
      {isMenuOpen && (
        <Drawer onClose={() => setMenuOpen(false)}>
          <ModeSwitch />
          <Navigation onGo={() => setMenuOpen(false)} />
          <div className="mt-auto">
            <UserBox />
          </div>
        </Drawer>
      )}
      <main id="content" className="min-w-0">
        <TestBanner />
        <Outlet />
      </main>
    </div>
  );
}
