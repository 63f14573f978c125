/** A piece of text with its position. Pieces are written to the file in the given order. */
export interface Placed {
  readonly text: string;
  /** Points from the left and the top of an A4 page. */
  readonly x: number;
  readonly y: number;
  readonly bold?: boolean;
}

export interface PdfOptions {
  readonly title: string;
  /** Milliseconds since the epoch; a fixed one keeps the file the same in every run. */
  readonly createdAt: number;
  readonly compress: boolean;
}

/** One page with the given text; its order in the file is the order of extraction. */
export async function pdfBytes(
  pieces: readonly Placed[],
  options: PdfOptions,
): Promise<Uint8Array> {
  // Takes 0.2 s to load, and few starts of the local stack make a receipt of this kind.
  const { default: PDFDocument } = await import("pdfkit");
  return new Promise((resolve, reject) => {
    const document = new PDFDocument({
      size: "A4",
      margin: 30,
      compress: options.compress,
      info: { Title: options.title, CreationDate: new Date(options.createdAt) },
    });
    const chunks: Buffer[] = [];
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("error", reject);
    document.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    document.rect(24, 24, 547, 794).lineWidth(0.5).stroke("#777777");
    for (const piece of pieces) {
      document
        .font(piece.bold ? "Helvetica-Bold" : "Helvetica")
        .fontSize(10)
        .fillColor("#111111")
        .text(printable(piece.text), piece.x, piece.y, { lineBreak: false });
    }
    document.end();
  });
}

/** The built-in fonts know Latin-1 only; anything else would print as noise. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/g, "?");
}

/** Two columns, each label with its value; all labels down the page, then all values; or `label: value`. */
export function twoColumns(
  rows: readonly { readonly label: string; readonly value: string }[],
  top: number,
  order: "pairs" | "labels-then-values" | "inline",
): Placed[] {
  if (order === "inline") {
    return rows.map((row, at) => ({ text: `${row.label}: ${row.value}`, x: 50, y: top + at * 20 }));
  }
  const labels = rows.map((row, at) => ({ text: row.label, x: 50, y: top + at * 20, bold: true }));
  const values = rows.map((row, at) => ({ text: row.value, x: 300, y: top + at * 20 }));
  if (order === "labels-then-values") return [...labels, ...values];
  return labels.flatMap((label, at) => {
    const value = values[at];
    return value ? [label, value] : [label];
  });
}
