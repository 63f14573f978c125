import { useNavigate, useSearch } from "@tanstack/react-router";
import { FlaskConical } from "lucide-react";
import { client } from "../client.ts";
import { useApps } from "../data/apps.tsx";
import { queryClient } from "../query.ts";
import { t } from "../texts/t.ts";
import { useUser } from "../use-session.ts";

/** The search of a link to live mode. The router keeps `mode` where a link does not name it, and its types have no undefined. */
export const IN_LIVE_MODE = { mode: undefined } as unknown as { readonly mode?: "test" };

/** True in live mode, false in test mode. The mode is in the address, so that links keep it. */
export function useLivemode(): boolean {
  return useSearch({ from: "/inside" }).mode !== "test";
}

export function ModeSwitch() {
  const live = useLivemode();
  const navigate = useNavigate();
  const choose = (mode: "live" | "test") =>
    void navigate({
      to: ".",
      search: ({ mode: _, ...rest }) => (mode === "test" ? { ...rest, mode } : rest),
    });
  return (
    <fieldset className="grid grid-cols-2 gap-1 rounded-lg bg-hover p-1">
      <legend className="sr-only">{t("layout.mode")}</legend>
      {(["live", "test"] as const).map((mode) => {
        const chosen = live === (mode === "live");
        return (
          <button
            key={mode}
            type="button"
            aria-pressed={chosen}
            onClick={() => choose(mode)}
            className={`min-h-8 rounded-md px-1 font-medium wrap-anywhere ${chosen ? "bg-surface text-ink shadow-card" : "text-soft hover:text-ink"}`}
          >
            {mode === "live" ? t("layout.live") : t("layout.test")}
          </button>
        );
      })}
    </fieldset>
  );
}

/** For a member who is limited to several apps: the one that lists, counts and figures are of. */
export function AppSwitch() {
  const { apps } = useApps();
  const own = useUser().apps ?? [];
  if (own.length < 2) return null;
  return (
    <select
      aria-label={t("team.appInUse")}
      value={client.appInUse()}
      onChange={(event) => {
        client.chooseApp(Number(event.target.value));
        // What the page knows is of the app before.
        void queryClient.resetQueries();
      }}
      className="input"
    >
      {own.map((id) => (
        <option key={id} value={id}>
          {apps.find(({ app_id }) => app_id === id)?.name ?? t("dataApps.app", { id })}
        </option>
      ))}
    </select>
  );
}

export function TestBanner() {
  if (useLivemode()) return null;
  return (
    <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-note font-medium text-warn">
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      {t("layout.testModeSandboxPayments")}
    </p>
  );
}
