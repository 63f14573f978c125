import { createHash } from "node:crypto";
import { escapeHtml } from "../html.ts";

/** Styles as a page builder generates them: they are most of a real receipt's 26 KB. */
const BASE_RULES: readonly string[] = [
  "*{box-sizing:border-box}",
  "html,body{margin:0;padding:0;background:#f4f6f2;color:#1d2a1f;font-family:'Noto Sans Ethiopic',Nyala,Arial,sans-serif;font-size:13px;line-height:1.45}",
  ".sheet{max-width:820px;margin:18px auto;background:#fff;border:1px solid #cfd8c7;border-radius:6px;padding:22px 28px}",
  ".masthead{display:flex;justify-content:space-between;align-items:center;border-bottom:3px solid #8cc63f;padding-bottom:12px}",
  ".masthead h1{font-size:17px;margin:0;color:#0f75bc}",
  ".office td{padding:2px 6px;color:#555;font-size:11px}",
  ".facts,.bill{width:100%;border-collapse:collapse;margin-top:14px}",
  ".facts td,.bill td{border:1px solid #d9e2d2;padding:6px 9px;vertical-align:top}",
  ".bill tr.head td{background:#eef6e3;font-weight:700;text-align:center}",
  ".stamp{float:right;width:132px;height:132px;margin:16px 0 0 16px}",
  ".foot{margin-top:22px;border-top:1px dashed #b5c1ab;padding-top:10px;color:#68735f;font-size:11px}",
  "@media print{.no-print{display:none}.sheet{border:0;margin:0}}",
  "@media (max-width:600px){.sheet{padding:12px}.masthead{display:block}}",
];

/** The style sheet: base rules, then the column and spacing classes such builders generate. */
export function styleSheet(): string {
  const spaces = Array.from(
    { length: 48 },
    (_, n) => `.m-${n}{margin:${n}px}.p-${n}{padding:${n}px}.w-${n}{width:${(n * 100) / 48}%}`,
  );
  const columns = Array.from(
    { length: 24 },
    (_, n) =>
      `.col-${n + 1}{flex:0 0 ${((n + 1) * 100) / 24}%;max-width:${((n + 1) * 100) / 24}%;padding-left:6px;padding-right:6px}`,
  );
  return [...BASE_RULES, ...spaces, ...columns].join("\n");
}

/** A square of dots that looks like a QR code. It depends on the reference and decodes to nothing. */
export function dottedSquare(reference: string): string {
  const side = 25;
  const bits = Array.from({ length: 4 }, (_, n) => [
    ...createHash("sha256").update(`${reference}:${n}`).digest(),
  ]).flat();
  const dots: string[] = [];
  for (let cell = 0; cell < side * side; cell += 1) {
    const byte = bits[(cell >> 3) % bits.length] ?? 0;
    if ((byte >> (cell & 7)) & 1) {
      dots.push(`<rect x="${cell % side}" y="${Math.floor(cell / side)}" width="1" height="1"/>`);
    }
  }
  return `<svg class="stamp" viewBox="0 0 ${side} ${side}" role="img" aria-label="${escapeHtml("code")}">${dots.join("")}</svg>`;
}
