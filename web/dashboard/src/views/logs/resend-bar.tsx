import { RotateCw } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Delivery } from "../../data/webhooks.ts";
import { formatCount, t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { takeLostFocus } from "../../ui/lost-focus.ts";
import { errorText } from "../../ui/problem.tsx";
import { type ResendProgress, useResend } from "./use-resend.ts";

/** What can be done with the selected deliveries, and how far it is. */
export function ResendBar({
  selected,
  onResent,
  onClear,
}: {
  readonly selected: readonly Delivery[];
  readonly onResent: () => void;
  readonly onClear: () => void;
}) {
  const { progress, resend, clear } = useResend();
  // A new selection takes the place of the last result.
  if (progress !== null && (progress.isRunning || selected.length === 0)) {
    return (
      <Progress
        progress={progress}
        onClose={() => {
          clear();
          onClear();
        }}
      />
    );
  }
  if (selected.length === 0) return null;
  return (
    <div className={BAR}>
      <p role="status" className="font-medium">
        {t("logs.selected", { count: selected.length })}
      </p>
      <span className="flex gap-2">
        <Button
          size="sm"
          look="primary"
          icon={<RotateCw aria-hidden className="size-4" />}
          onClick={() => void resend(selected).then(onResent)}
        >
          {t("login.resend")}
        </Button>
        <Button size="sm" onClick={onClear}>
          {t("logs.clearSelection")}
        </Button>
      </span>
    </div>
  );
}

const BAR =
  "sticky top-[56px] z-20 flex flex-wrap items-center justify-between gap-3 border-b border-line bg-accent-soft px-gutter py-2.5 sm:px-6 lg:top-0";

function Progress({
  progress: { done, total, failed, problem, isRunning },
  onClose,
}: {
  readonly progress: ResendProgress;
  readonly onClose: () => void;
}) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that began it is gone, and with it the focus.
    if (!isRunning) takeLostFocus(close.current);
  }, [isRunning]);
  const why = problem === null ? t("logs.notResent") : errorText(problem);
  const ended =
    failed === 0
      ? t("logs.resent", { count: total })
      : t("logs.resentSome", { done: formatCount(total - failed), total: formatCount(total), why });
  return (
    <div className={BAR}>
      <p role="status" className="font-medium">
        {isRunning
          ? t("logs.resending", { done: formatCount(done + 1), total: formatCount(total) })
          : ended}
      </p>
      {isRunning ? (
        <progress
          aria-label={t("login.resend")}
          className="h-1 w-full accent-accent"
          value={done}
          max={total}
        />
      ) : (
        <Button ref={close} size="sm" onClick={onClose}>
          {t("ui.close")}
        </Button>
      )}
    </div>
  );
}
