import { type Html, html } from "../html.ts";
import { gatewayPath } from "./gateway-path.ts";

/** Who is paid, as the top of each page shows it. */
export interface PageBrand {
  readonly name: string;
  /** `{app_id}-{digest}` of the logo. */
  readonly logo?: string | null;
  /** `#rrggbb` */
  readonly color?: string | null;
}

/** The shop's logo, or the first letter of its name. Decorative: the name stands beside it. */
export function brandMark({ name, logo }: PageBrand): Html {
  return logo
    ? html`<img class="logo" src="${gatewayPath()}/logos/${logo}/" alt="" width="36" height="36">`
    : html`<span class="mark" aria-hidden="true">${firstLetter(name)}</span>`;
}

function firstLetter(name: string): string {
  return (/\p{L}|\p{N}/u.exec(name)?.[0] ?? "·").toUpperCase();
}

/** Backgrounds that the accent color is shown on, per scheme; see `web/tokens.css`. */
const SURFACES = { light: "#ffffff", dark: "#17201d" } as const;
const INKS = ["#ffffff", "#0b1512"] as const;
/** WCAG 2.2 AA for text. */
const CONTRAST = 4.5;
const STEPS = 20;

type Rgb = readonly [number, number, number];

/**
 * Style rules that put a shop's color in place of the accent color. It is darkened for the light scheme or
 * lightened for the dark one just until text in it is readable, and the text on it is the better of light
 * and dark: both reach 4.5:1.
 */
export function brandColors(color: string): string {
  const light = rules(readable(color, SURFACES.light, "#000000"), "#000000");
  const dark = rules(readable(color, SURFACES.dark, "#ffffff"), "#ffffff");
  return `:root{${light}}@media(prefers-color-scheme:dark){:root{${dark}}}`;
}

function rules(accent: string, towards: string): string {
  const ink = [...INKS].sort((a, b) => contrast(accent, b) - contrast(accent, a))[0] ?? INKS[0];
  // A shade further for hovering keeps the contrast: it moves away from the ink, which is the opposite.
  return `--accent:${accent};--accent-deep:${mix(accent, towards, 0.15)};--on-accent:${ink}`;
}

/** The first mix of `color` with `towards` that has enough contrast against `surface`. */
function readable(color: string, surface: string, towards: string): string {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(color, towards, step / STEPS);
    if (contrast(mixed, surface) >= CONTRAST) return mixed;
  }
  return towards;
}

/** Contrast ratio of two colors `#rrggbb`, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [bright = 0, dim = 0] = [luminance(rgb(a)), luminance(rgb(b))].sort((x, y) => y - x);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(color: string, other: string, share: number): string {
  const [from, to] = [rgb(color), rgb(other)];
  const mixed = from.map((value, index) => value + ((to[index] ?? 0) - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

function rgb(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
