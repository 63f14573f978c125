import { checkouts } from "virtual:endpoints";
import { type NavigateOptions, useNavigate } from "@tanstack/react-router";
import { FlaskConical, type LucideIcon, Moon, Plus, ReceiptText, Search, Sun } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { STATUS_WORDS } from "../data/checkouts.ts";
import { formatMoney, shorten } from "../format.ts";
import { useMay } from "../may.ts";
import { useApi } from "../query.ts";
import { t } from "../texts/t.ts";
import { setTheme } from "../theme.ts";
import { OfflineStatus, useModal } from "../ui/dialog.tsx";
import { useLivemode } from "./mode.tsx";
import { usePlaces } from "./places.ts";
import { useTheme } from "./user-box.tsx";

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
  // As it was typed: a reference of the merchant in both cases is found in no other spelling.
  const { found, isSearching } = useFoundCheckouts(text.trim());
  const isNamed = ({ label }: Shown) => label.toLowerCase().includes(wanted);
  const views: readonly Command[] = usePlaces().flatMap(({ links }) =>
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
  const newCheckout: Command = {
    id: "new-checkout",
    label: t("checkouts.newCheckout"),
    icon: Plus,
    to: { to: "/checkouts/new" },
  };
  const review: Command = {
    id: "review",
    label: t("overview.approveOrRejectThese"),
    icon: ReceiptText,
    to: { to: "/checkouts", search: { status: "review" } },
  };
  const mayCreate = useMay("checkouts.write");
  const mayDecide = useMay("checkouts.decide");
  return [
    ...(mayCreate ? [newCheckout] : []),
    ...(mayDecide ? [review] : []),
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

/**
 * The command palette: a combobox (WAI-ARIA 1.2) over views, actions and checkouts. The focus stays in the
 * field; arrow keys move the active option, Enter chooses it, Escape closes.
 */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const ref = useModal();
  const id = useId();
  const [text, setText] = useState("");
  const [active, setActive] = useState<string>();
  const navigate = useNavigate();
  const { groups, isSearching } = useCommands(text);
  const options = groups.flatMap(({ commands }) => commands);
  // By its id: checkouts that the search finds are inserted above the others.
  const current = Math.max(
    0,
    options.findIndex((command) => command.id === active),
  );
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [id, current]);

  const choose = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    if ("to" in command) void navigate(command.to);
    else command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: (current + 1) % options.length,
      ArrowUp: (current - 1 + options.length) % options.length,
      PageDown: options.length - 1,
      PageUp: 0,
    };
    const next = moves[event.key];
    if (next !== undefined && options.length > 0) {
      event.preventDefault();
      setActive(options[next]?.id);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      choose(options[current]);
    }
  };
  return (
    <dialog
      ref={ref}
      aria-label={t("layout.searchAnything")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A click on the backdrop is a click on the dialog itself.
      onPointerDown={(event) => event.target === ref.current && onClose()}
      className="mx-auto mt-[12dvh] mb-auto w-[calc(100vw-2*var(--spacing-edge))] max-w-xl overflow-hidden rounded-2xl border border-line bg-surface p-0 text-ink shadow-pop"
    >
      <div className="relative border-b border-line">
        <Search aria-hidden className="absolute top-4 left-4 size-5 text-soft" />
        <input
          type="text"
          role="combobox"
          aria-label={t("layout.searchAnything")}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? `${id}-${current}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          placeholder={t("layout.viewActionOrCheckout")}
          onChange={(event) => {
            setText(event.target.value);
            setActive(undefined);
          }}
          onKeyDown={onKeyDown}
          className="h-13 w-full bg-transparent pr-4 pl-12 text-base outline-none"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t("layout.results")}
        hidden={options.length === 0}
        className="max-h-[60dvh] overflow-y-auto p-2"
      >
        {groups.map(({ title, commands }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups of options, no fieldsets
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-soft">
              {title}
            </p>
            {commands.map((command) => {
              const place = options.indexOf(command);
              return (
                <div
                  key={command.id}
                  id={`${id}-${place}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === current}
                  onPointerMove={() => place !== current && setActive(command.id)}
                  onClick={() => choose(command)}
                  onKeyDown={onKeyDown}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 aria-selected:bg-accent-soft"
                >
                  <command.icon aria-hidden className="size-[18px] shrink-0 text-soft" />
                  <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{command.label}</span>
                  {command.note && (
                    <span className="shrink-0 text-note text-soft tabular-nums">
                      {command.note}
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status" className="px-gutter pb-4 text-note text-soft empty:hidden">
        {isSearching ? t("layout.searching") : options.length === 0 ? t("layout.nothingFound") : ""}
      </p>
      <OfflineStatus className="px-gutter pb-2" />
    </dialog>
  );
}
