// Apart from `qr-code.tsx`, because the counter draws its code without React.
import encodeQr from "qr";

/** White modules around the code that readers need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A QR code as the text of an SVG, dark on white in both color schemes: many readers need that. */
export function qrSvg(text: string): string {
  const data = encodeQr(text, "raw", { ecc: "medium", border: QUIET_ZONE });
  const size = data.length;
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}
