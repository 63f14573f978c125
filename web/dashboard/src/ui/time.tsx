import { useSyncExternalStore } from "react";
import { formatRelative, formatTime } from "../format.ts";
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
