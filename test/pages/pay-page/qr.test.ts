import { inflateSync } from "node:zlib";
import encodeQr from "qr";
import decodeQr from "qr/decode.js";
import { describe, expect, it } from "vitest";
import { qrCode, qrImage } from "../../../lib/pages/pay-page/qr.ts";

describe("qrCode", () => {
  it("draws exactly the dark modules of the code and the quiet zone", () => {
    const text = "https://pay.example/api/public/gateway/verify/7K3M-9QWX-0ABC-D5EF/";
    const data = encodeQr(text, "raw", { ecc: "low", border: 4 });
    const { markup } = qrCode(text, "a <label>");
    const drawn = data.map((row) => row.map(() => false));
    let [x, y] = [0, 0];
    const strokes = /<path stroke="#000" d="([^"]*)"/.exec(markup)?.[1] ?? "";
    for (const [, command, length, line] of strokes.matchAll(/([Mmh])(\d+)(?: ([\d.]+))?/g)) {
      if (command === "M") [x, y] = [Number(length), Number(line) - 0.5];
      if (command === "m") x += Number(length);
      if (command !== "h") continue;
      drawn[y]?.fill(true, x, x + Number(length));
      x += Number(length);
    }
    expect(drawn).toEqual(data);
    expect(read(drawn)).toBe(text);
    expect(markup).toContain(`viewBox="0 0 ${data.length} ${data.length}"`);
    expect(data.slice(0, 4).flat()).not.toContain(true);
    expect(markup).toContain('aria-label="a &lt;label&gt;"');
  });
});

describe("qrImage", () => {
  it("has one pixel for each module of the same code, and its text alternative", () => {
    const text = "https://pay.example/api/public/gateway/pay/01m7w4kav00w3ge1r70w3ge1r7144gj289/";
    const data = encodeQr(text, "raw", { ecc: "low", border: 4, mask: 2 });
    const { markup } = qrImage(text, "a <label>");
    const png = Buffer.from(/base64,([^"]+)/.exec(markup)?.[1] ?? "", "base64");
    const start = png.indexOf("IDAT") + 4;
    const lines = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
    const width = 1 + Math.ceil(data.length / 8);
    const drawn = data.map((row, y) =>
      row.map((_, x) => ((lines[y * width + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0),
    );
    expect(drawn).toEqual(data);
    expect(read(drawn)).toBe(text);
    expect(markup).toContain('alt="a &lt;label&gt;"');
    expect(markup.length).toBeLessThan(qrCode(text, "a <label>").markup.length / 3);
  });
});

/** What a reader makes of the modules, each as large as a camera would see it. */
function read(modules: readonly (readonly boolean[])[]): string {
  const scale = 4;
  const size = modules.length * scale;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (let pixel = 0; pixel < size * size; pixel++) {
    const [x, y] = [pixel % size, Math.floor(pixel / size)];
    if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)])
      data.fill(0, pixel * 4, pixel * 4 + 3);
  }
  return decodeQr({ width: size, height: size, data });
}
