let timer: ReturnType<typeof setInterval> | undefined;

/** Counts down by the server's clock, because a phone's is often wrong. Silent for screen readers. */
export function startClock(): void {
  clearInterval(timer);
  for (const time of document.querySelectorAll<HTMLTimeElement>("[data-local]")) {
    time.textContent = localTime(time.dateTime);
  }
  const clock = document.querySelector<HTMLTimeElement>("[data-until]");
  if (!clock) return;
  const { until, now, over = "" } = clock.dataset;
  const offset = Number(now) - Date.now();
  const tick = () => {
    const left = Math.ceil((Number(until) - Date.now() - offset) / 1000);
    if (left >= 86_400) return;
    clock.textContent = left > 0 ? countdown(left) : over;
    clock.parentElement?.classList.toggle("urgent", left < 300);
    if (left > 0) return;
    clearInterval(timer);
    document.dispatchEvent(new Event("poll"));
  };
  timer = setInterval(tick, 1000);
  tick();
}

function countdown(seconds: number): string {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return [...(seconds >= 3600 ? [Math.floor(seconds / 3600)] : []), ...parts].join(":");
}

function localTime(instant: string): string {
  const { lang } = document.documentElement;
  const date = new Date(instant);
  const text = new Intl.DateTimeFormat(lang, {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
  }).format(date);
  if (lang !== "am") return text;
  const ethiopian = { day: "numeric", month: "long", year: "numeric" } as const;
  return `${text} (${new Intl.DateTimeFormat("am-u-ca-ethiopic", ethiopian).format(date)})`;
}
