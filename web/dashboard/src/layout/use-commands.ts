import { checkouts } from "virtual:endpoints";
import { type NavigateOptions, useNavigate } from "@tanstack/react-router";
import { FlaskConical, type LucideIcon, Moon, Plus, ReceiptText, Search, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { STATUS_WORDS } from "../data/checkouts.ts";
import { formatMoney, shorten } from "../format.ts";
import { useApi } from "../query.ts";
import { t } from "../texts/t.ts";
import { setTheme } from "../theme.ts";
import { useTheme } from "../use-theme.ts";
import { useLivemode } from "./mode.tsx";
import { PLACES } from "./places.ts";

interface Shown {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly icon: LucideIcon;
}
export type Command = Shown & ({ readonly to: NavigateOptions } | { readonly run: () => void });

const FOUND = 6;
const MIN_SEARCH = 2;
const PAUSE_MS = 250;

/** What the palette offers for a text: views and actions that have it in their name, and checkouts. */
export function useCommands(text: string) {
  const wanted = text.trim().toLowerCase();
  const actions = useActions();
  const { found, isSearching } = useFoundCheckouts(wanted);
  const isNamed = ({ label }: Shown) => label.toLowerCase().includes(wanted);
  const views: readonly Command[] = PLACES.flatMap(({ links }) =>
    links.map(({ to, label, icon }) => ({ id: to, label, icon, to: { to } })),
  );
  const all: readonly Command[] =
    wanted.length < MIN_SEARCH
      ? []
      : [
          {
            id: "search",
            label: t("layout.searchCheckoutsFor", { text: text.trim() }),
            icon: Search,
            to: { to: "/checkouts", search: { search: text.trim() } },
          },
        ];
  const groups = [
    { title: t("layout.checkouts"), commands: [...found, ...all] },
    { title: t("layout.views"), commands: views.filter(isNamed) },
    { title: t("account.actions"), commands: actions.filter(isNamed) },
  ];
  return { groups: groups.filter(({ commands }) => commands.length > 0), isSearching };
}

function useActions(): readonly Command[] {
  const navigate = useNavigate();
  const livemode = useLivemode();
  const isDark = useTheme() === "dark";
  return [
    {
      id: "new-checkout",
      label: t("checkouts.newCheckout"),
      icon: Plus,
      to: { to: "/checkouts/new" },
    },
    {
      id: "review",
      label: t("overview.approveOrRejectThese"),
      icon: ReceiptText,
      to: { to: "/checkouts", search: { status: "review" } },
    },
    {
      id: "mode",
      label: livemode ? t("layout.switchToTest") : t("layout.switchToLive"),
      icon: FlaskConical,
      run: () =>
        void navigate({
          to: ".",
          search: ({ mode: _, ...rest }) => (livemode ? { ...rest, mode: "test" } : rest),
        }),
    },
    {
      id: "theme",
      label: isDark ? t("layout.useLightColors") : t("layout.useDarkColors"),
      icon: isDark ? Sun : Moon,
      run: () => setTheme(isDark ? "light" : "dark"),
    },
  ];
}

/** Checkouts that a text finds, once typing has paused. */
function useFoundCheckouts(wanted: string) {
  const livemode = useLivemode();
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isAsked = asked === wanted && wanted.length >= MIN_SEARCH;
  const { data, isFetching } = useApi(
    checkouts.listCheckouts,
    { query: { search: asked, limit: FOUND, livemode: livemode ? "true" : "false" } },
    { enabled: isAsked },
  );
  const rows = isAsked && data !== undefined && typeof data !== "string" ? data.data : [];
  return {
    isSearching: wanted.length >= MIN_SEARCH && (!isAsked || isFetching),
    found: rows.slice(0, FOUND).map(
      ({ id, client_reference, description, amount, currency, status }): Command => ({
        id,
        label: client_reference ?? description ?? shorten(id),
        note: `${formatMoney(amount, currency)} · ${STATUS_WORDS[status]}`,
        icon: ReceiptText,
        to: { to: "/checkouts/$checkoutId", params: { checkoutId: id } },
      }),
    ),
  };
}
