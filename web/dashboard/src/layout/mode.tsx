import { useNavigate, useSearch } from "@tanstack/react-router";
import { FlaskConical } from "lucide-react";

/** Whether real money is shown, or the sandbox. It stands in the address, so that a link says it too. */
export function useLivemode(): boolean {
  return useSearch({ from: "/inside" }).mode !== "test";
}

export function ModeSwitch() {
  const live = useLivemode();
  const navigate = useNavigate();
  const choose = (mode: "live" | "test") =>
    void navigate({
      to: ".",
      search: (before) => ({ ...before, mode: mode === "test" ? ("test" as const) : undefined }),
    });
  return (
    <fieldset className="grid grid-cols-2 gap-1 rounded-lg bg-hover p-1">
      <legend className="sr-only">Mode</legend>
      {(["live", "test"] as const).map((mode) => {
        const chosen = live === (mode === "live");
        return (
          <button
            key={mode}
            type="button"
            aria-pressed={chosen}
            onClick={() => choose(mode)}
            className={`h-8 rounded-md font-medium ${chosen ? "bg-surface text-ink shadow-card" : "text-soft hover:text-ink"}`}
          >
            {mode === "live" ? "Live" : "Test"}
          </button>
        );
      })}
    </fieldset>
  );
}

export function TestBanner() {
  if (useLivemode()) return null;
  return (
    <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-[13px] font-medium text-warn">
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      Test mode: payments of the sandbox, no real money, no credits.
    </p>
  );
}
