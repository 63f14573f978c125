let timer: ReturnType<typeof setInterval> | undefined;

/** Counts down by the server's clock, because a phone's is often wrong. Silent for screen readers. */
export function startClock(): void {
  clearInterval(timer);
  for (const time of document.querySelectorAll<HTMLTimeElement>("[data-local]")) {
    time.textContent = localTime(time) ?? time.textContent;
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

/** In the reader's time zone; undefined where the browser doesn't know the language of the page. */
function localTime({ dateTime, dataset }: HTMLTimeElement): string | undefined {
  const { lang } = document.documentElement;
  if (Intl.DateTimeFormat.supportedLocalesOf(lang).length === 0) return;
  const date = new Date(dateTime);
  const text = new Intl.DateTimeFormat(lang, {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
  }).format(date);
  if (dataset.local !== "ethiopic") return text;
  const ethiopian = { day: "numeric", month: "long", year: "numeric" } as const;
  const parts = new Intl.DateTimeFormat(`${lang}-u-ca-ethiopic`, ethiopian).formatToParts(date);
  const day = parts.map(({ type, value }) => (type === "era" ? "" : value)).join("");
  return `${text} (${day.trim()})`;
}
