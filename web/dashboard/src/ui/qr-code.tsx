import { qrSvg } from "./qr-svg.ts";

/** `label` describes the code to those who can't see it. */
export default function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <img
      alt={label}
      className="size-44 rounded-lg border border-line bg-white"
      src={`data:image/svg+xml,${encodeURIComponent(qrSvg(text))}`}
    />
  );
}
