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
