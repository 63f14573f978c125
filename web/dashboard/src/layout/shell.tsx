import { team } from "virtual:endpoints";
import { Link, Navigate, Outlet, useLocation, useMatches, useRouter } from "@tanstack/react-router";
import { Menu, Search, X } from "lucide-react";
import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useErrorCount } from "../data/apps.tsx";
import { useInReview } from "../data/checkouts.ts";
import { useMay } from "../may.ts";
import { useApi } from "../query.ts";
import { t } from "../texts/t.ts";
import { useModal } from "../ui/dialog.tsx";
import { Notice } from "../ui/problem.tsx";
import { toast } from "../ui/toast.tsx";
import { useSession } from "../use-session.ts";
import { Brand } from "./brand.tsx";
import { AppSwitch, ModeSwitch, TestBanner } from "./mode.tsx";
import { OtherAccount } from "./other-account.tsx";
import { usePlaces } from "./places.ts";
import { NotPermitted } from "./root-layout.tsx";
import { UserBox } from "./user-box.tsx";

/** The menu on narrow screens. */
export function Drawer({
  onClose,
  children,
}: {
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const ref = useModal();
  return (
    <dialog
      ref={ref}
      aria-label={t("layout.menu")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-0 h-dvh max-h-none w-80 max-w-[92vw] bg-surface p-0 text-ink"
    >
      <div className="@container flex min-h-full flex-col gap-5 px-edge pb-5">
        <div className="flex h-[56px] shrink-0 items-center justify-between pl-2">
          <Brand />
          <button
            type="button"
            onClick={onClose}
            className="-mr-[8px] grid size-[44px] place-items-center rounded-lg hover:bg-hover"
          >
            <X aria-hidden className="size-[20px]" />
            <span className="sr-only">{t("layout.closeMenu")}</span>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** Counts of what needs the user, by the view that shows it. */
const COUNTS = { "/checkouts": useInReview, "/errors": useErrorCount } as const;

function Count({ of }: { readonly of: keyof typeof COUNTS }) {
  const waiting = COUNTS[of]();
  if (waiting === undefined || waiting.count === 0) return null;
  return (
    <span className="rounded-full bg-warn-soft px-2 text-xs leading-5 text-warn tabular-nums">
      {waiting.shown}
      <span className="sr-only">
        {" "}
        {t(of === "/errors" ? "layout.problems" : "layout.inReview", { count: waiting.count })}
      </span>
    </span>
  );
}

/** Keeps the link that it stands in within what is shown of the menu. */
function InSight() {
  const router = useRouter();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const link = place.current?.closest("a");
    const menu = link?.closest("nav")?.parentElement;
    if (!menu) return;
    const show = () => link?.scrollIntoView({ block: "nearest" });
    // The menu gets lower when the choice of apps loads.
    const observer = new ResizeObserver(show);
    observer.observe(menu);
    // The router gives the menu the position back that it had in the view before.
    const unsubscribe = router.subscribe("onRendered", show);
    return () => {
      observer.disconnect();
      unsubscribe();
    };
  }, [router]);
  return <span ref={place} hidden />;
}

export function Navigation({ onGo }: { readonly onGo?: () => void }) {
  return (
    <nav aria-label={t("layout.main")} className="flex flex-col gap-3 max-lg:gap-5">
      {usePlaces().map(({ title, links }) => (
        <div key={title}>
          <p className="mb-1 px-3 text-xs font-medium text-soft">{title}</p>
          <ul>
            {links.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  {...(onGo && { onClick: onGo })}
                  activeOptions={{ exact: to === "/", includeSearch: false }}
                  className="flex min-h-8 items-center gap-3 rounded-lg px-3 narrow:gap-2 narrow:px-2 font-medium text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent py-1 max-lg:min-h-11"
                >
                  {({ isActive }) => (
                    <>
                      <Icon aria-hidden className="size-[18px] shrink-0" />
                      <span className="min-w-0 flex-1">{label}</span>
                      {to in COUNTS && <Count of={to as keyof typeof COUNTS} />}
                      {isActive && <InSight />}
                    </>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K";

/** The command palette once it is open, and what opens it, as Ctrl+K does. Its file is not part of the first load. */
function usePalette() {
  const [Palette, setPalette] = useState<ComponentType<{ readonly onClose: () => void }>>();
  const openPalette = useCallback(async () => {
    try {
      const loaded = await import("./palette.tsx");
      setPalette(() => loaded.Palette);
    } catch {
      toast(t("layout.thisPageCouldNot"), "problem");
    }
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Amharic keyboard layouts have no Latin letters, so the physical key decides.
      const isK =
        event.key.toLowerCase() === "k" || (event.code === "KeyK" && !/^[a-z]$/i.test(event.key));
      if (!isK || !(event.metaKey || event.ctrlKey)) return;
      // An open dialog keeps its keyboard.
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      void openPalette();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [openPalette]);
  return { palette: Palette && <Palette onClose={() => setPalette(undefined)} />, openPalette };
}

/** The layout of every view behind the login. */
export function Shell() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    setMenuOpen(false);
    if (shown.current === pathname) return;
    shown.current = pathname;
    // As after the load of a page, the keyboard begins at the new view. Tabs and fields that took the focus keep it.
    if (document.activeElement?.closest("main nav, main input, main textarea") == null) {
      content.current?.focus({ preventScroll: true });
    }
  }, [pathname]);
  const { palette, openPalette } = usePalette();
  // Signed out: the login follows.
  if (useSession().kind !== "signed-in") return null;
  return (
    <div className="print:block lg:grid lg:min-h-dvh lg:grid-cols-[248px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-ink focus:px-4 focus:py-2 focus:text-canvas"
      >
        {t("layout.skipToContent")}
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col gap-4 border-r border-line bg-surface px-4 py-4 lg:flex print:hidden">
        <div className="px-2">
          <Brand />
        </div>
        <ModeSwitch />
        <AppSwitch />
        <button
          type="button"
          onClick={openPalette}
          aria-keyshortcuts="Control+K Meta+K"
          className="flex h-9 shrink-0 items-center gap-3 rounded-lg border border-line px-3 text-soft hover:bg-hover hover:text-ink"
        >
          <Search aria-hidden className="size-[18px] shrink-0" />
          <span className="flex-1 truncate text-left">{t("layout.searchAnything")}</span>
          <kbd aria-hidden className="font-sans text-xs">
            {SHORTCUT}
          </kbd>
        </button>
        {/* On a low screen the places scroll; the user's own box stays in sight. */}
        <div className="-m-1 min-h-0 flex-1 overflow-y-auto p-1">
          <Navigation />
        </div>
        <UserBox />
      </aside>
      <header className="sticky top-0 z-30 flex h-[56px] items-center justify-between gap-2 border-b border-line bg-surface px-edge lg:hidden print:hidden">
        <Brand />
        <span className="-mr-[8px] flex shrink-0">
          <button
            type="button"
            onClick={openPalette}
            className="grid size-[44px] place-items-center rounded-lg hover:bg-hover"
          >
            <Search aria-hidden className="size-[20px]" />
            <span className="sr-only">{t("layout.searchAnything")}</span>
          </button>
          <button
            type="button"
            onClick={() => setMenuOpen(true)}
            className="grid size-[44px] place-items-center rounded-lg hover:bg-hover"
          >
            <Menu aria-hidden className="size-[20px]" />
            <span className="sr-only">{t("layout.menu")}</span>
          </button>
        </span>
      </header>
      {isMenuOpen && (
        <Drawer onClose={() => setMenuOpen(false)}>
          <ModeSwitch />
          <AppSwitch />
          <Navigation onGo={() => setMenuOpen(false)} />
          <div className="mt-auto">
            <UserBox />
          </div>
        </Drawer>
      )}
      {palette}
      <main ref={content} id="content" tabIndex={-1} className="@container min-w-0 outline-none">
        <TestBanner />
        <OtherAccount />
        <SuspendedAccount />
        <PermittedView />
      </main>
    </div>
  );
}

/** The view of the address, or why the user's role has none there. The first page is another one for each role. */
function PermittedView() {
  const needs = useMatches().at(-1)?.staticData.needs;
  const { pathname } = useLocation();
  const places = usePlaces().flatMap(({ links }) => links);
  // The counter is a page of its own, without the menu.
  const first = places.find(({ to }) => to !== "/counter");
  const may = useMay(needs ?? "self");
  if (may) return <Outlet />;
  if (pathname === "/" && first) return <Navigate to={first.to} replace />;
  return <NotPermitted needs={needs} />;
}

/** Says above every view that the account is suspended, what that means and why. */
function SuspendedAccount() {
  const { data } = useApi(team.listMemberships, {});
  const suspended = data?.data.find(({ current }) => current)?.suspended;
  if (!suspended) return null;
  return (
    <div role="status" className="mx-auto w-full max-w-6xl px-edge pt-4 sm:px-8">
      <Notice kind="bad">
        <p className="font-semibold">{t("problem.accountSuspended")}</p>
        <p>{t("layout.suspendedMeans")}</p>
        <p className="wrap-anywhere">{t("layout.suspendedWhy", { reason: suspended.reason })}</p>
      </Notice>
    </div>
  );
}
