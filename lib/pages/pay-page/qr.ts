import { encode } from "uqr";
import { type Html, html, trusted } from "../html.ts";

/** Width of the white border that readers need, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/**
 * A QR code as an inline SVG, dark on white in both color schemes, because many readers cannot read the
 * inverse. `label` is its text alternative.
 */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: "L", border: QUIET_ZONE });
  const path = data.map((row, y) => runs(row, y)).join("");
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${trusted(path)}"/></svg>`;
}

/** One rectangle for each run of dark modules: half the size of one for each module. */
function runs(row: readonly boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    const width = x - start + 1;
    path += `M${start} ${y}h${width}v1h-${width}z`;
  }
  return path;
}
