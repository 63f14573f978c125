/** One line of a chart. */
export interface Line {
  readonly label: string;
  readonly color: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const WIDTH = 760;
const HEIGHT = 190;
const LEFT = 60;
const BOTTOM = 30;
const TOP = 28;

/** Charts below each other, each with a scale of its own, over one time axis in seconds. */
export function lineCharts(title: string, lines: readonly Line[]): string {
  const seconds = Math.max(1, ...lines.flatMap(({ points }) => points.map(([x]) => x)));
  const charts = lines.map((line, index) => chart(line, seconds, index * HEIGHT + 24));
  const height = lines.length * HEIGHT + 34;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="${LEFT}" y="18" font-weight="bold">${title}</text>`,
    ...charts,
    "</svg>",
    "",
  ].join("\n");
}

function chart({ label, color, points }: Line, seconds: number, top: number): string {
  const most = Math.max(1, ...points.map(([, y]) => y));
  const bottom = top + HEIGHT - BOTTOM;
  const x = (value: number) => LEFT + (value / seconds) * (WIDTH - LEFT - 20);
  const y = (value: number) => bottom - (value / most) * (HEIGHT - BOTTOM - TOP);
  const path = points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const ticks = Array.from({ length: 6 }, (_, index) => (seconds / 5) * index);
  return [
    `<text x="${LEFT}" y="${top + 16}" fill="${color}">${label}, at most ${round(most)}</text>`,
    `<path d="M${LEFT} ${top + TOP}V${bottom}H${WIDTH - 20}" stroke="#888" fill="none"/>`,
    `<text x="${LEFT - 6}" y="${y(most) + 4}" text-anchor="end">${round(most)}</text>`,
    `<text x="${LEFT - 6}" y="${bottom + 4}" text-anchor="end">0</text>`,
    ...ticks.map(
      (at) =>
        `<text x="${x(at).toFixed(0)}" y="${bottom + 16}" text-anchor="middle">${Math.round(at)} s</text>`,
    ),
    `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="1.5"/>`,
  ].join("\n");
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
