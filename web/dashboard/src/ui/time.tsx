import { useEffect, useState, useSyncExternalStore } from "react";
import { formatRelative, formatTime, formatUntil } from "../format.ts";
import { t } from "../texts/t.ts";

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const tell of listeners) tell();
  }, 15_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time in ms, updated every 15 seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** An instant relative to now, e.g. `3 minutes ago`; `both` adds date and time. */
export function Time({
  at,
  form = "relative",
}: {
  readonly at: string | null;
  readonly form?: "relative" | "both";
}) {
  const current = useNow();
  if (at === null) return <span className="text-soft">{t("ui.never")}</span>;
  const said = formatRelative(at, Math.max(current, Date.now() - 15_000));
  return (
    <time
      dateTime={at}
      title={formatTime(at)}
      className={form === "both" ? undefined : "whitespace-nowrap narrow:whitespace-normal"}
    >
      {form === "both" ? (
        <>
          {formatTime(at)} <span className="text-soft">({said})</span>
        </>
      ) : (
        said
      )}
    </time>
  );
}

/** The current time in ms, updated every second. */
export function useNowBySecond(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The time left until `at`, counted down every second. */
export function Countdown({ at }: { readonly at: string }) {
  const now = useNowBySecond();
  const due = Date.parse(at);
  return (
    <time
      dateTime={at}
      title={formatTime(at)}
      className="whitespace-nowrap narrow:whitespace-normal tabular-nums"
    >
      {due <= now ? t("ui.now") : formatUntil(due - now)}
    </time>
  );
}
