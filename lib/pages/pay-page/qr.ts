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
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${trusted(path)}"/></svg>`;
}

/** A line through the middle of each run of dark modules, with moves between them: a third of the size of rectangles. */
function runs(row: readonly boolean[], y: number): string {
  let path = "";
  let end = 0;
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    path += path === "" ? `M${start} ${y}.5` : `m${start - end} 0`;
    end = x + 1;
    path += `h${end - start}`;
  }
  return path;
}
