import { type ReactNode, useState } from "react";

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The formatted value. */
  readonly shown: string;
}

const WIDTH = 600;
const HEIGHT = 160;

/** A chart with one bar for each day. Screen readers get the same numbers as a table. */
export function BarChart({
  title,
  total,
  bars,
}: {
  readonly title: string;
  readonly total: ReactNode;
  readonly bars: readonly Bar[];
}) {
  const [active, setActive] = useState<number | null>(null);
  const max = Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / Math.max(1, bars.length);
  const chosen = active === null ? null : bars[active];
  return (
    <figure className="relative">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{title}</span>
        <span className="text-note text-soft tabular-nums">
          {chosen ? `${chosen.label}: ${chosen.shown}` : total}
        </span>
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-3 h-40 w-full"
        onPointerLeave={() => setActive(null)}
      >
        {bars.map(({ label, value }, place) => {
          const height = value === 0 ? 2 : Math.max(4, (value / max) * (HEIGHT - 4));
          return (
            <g key={label} onPointerEnter={() => setActive(place)}>
              <rect x={place * step} y="0" width={step} height={HEIGHT} fill="transparent" />
              <rect
                x={place * step + step * 0.15}
                y={HEIGHT - height}
                width={step * 0.7}
                height={height}
                rx="1.5"
                className={
                  value === 0
                    ? "fill-line"
                    : active === null || active === place
                      ? "fill-accent"
                      : "fill-accent/50"
                }
              />
            </g>
          );
        })}
      </svg>
      <div aria-hidden="true" className="mt-1 flex justify-between text-xs text-soft">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      {/* A table cannot be clipped by itself. */}
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <tbody>
            {bars.map(({ label, shown }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{shown}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
