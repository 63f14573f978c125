import { useEffect, useState } from "react";
import { formatTime, formatUntil } from "../format.ts";
import { t } from "../texts/t.ts";

/** The time left until `at`, counted down every second. */
export function Countdown({ at }: { readonly at: string }) {
  const [now, setNow] = useState(Date.now);
  const due = Date.parse(at);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
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
