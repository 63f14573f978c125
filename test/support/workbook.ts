import { strToU8, zipSync } from "fflate";

/** A text, a number, a date or a formula. */
export type XlsxCell =
  | string
  | number
  | null
  | { readonly day: string }
  | { readonly formula: string };

interface WorkbookParts {
  readonly merged?: readonly string[];
  readonly second?: readonly (readonly XlsxCell[])[];
  readonly extra?: Readonly<Record<string, Uint8Array>>;
}

/** A workbook with one or two sheets; style 1 is a date. */
export function workbook(
  rows: readonly (readonly XlsxCell[])[],
  { merged = [], second, extra = {} }: WorkbookParts = {},
): Uint8Array {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const xml = (text: string) =>
    strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`);
  const sheets = second === undefined ? [rows] : [rows, second];
  const ids = sheets.map((_, index) => index + 1);
  return zipSync({
    "[Content_Types].xml": xml(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    ),
    "_rels/.rels": xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    "xl/workbook.xml": xml(
      `<workbook ${main} xmlns:r="${relations}"><sheets>${ids.map((id) => `<sheet name="Sheet${id}" sheetId="${id}" r:id="rId${id}"/>`).join("")}</sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${ids.map((id) => `<Relationship Id="rId${id}" Type="${relations}/worksheet" Target="worksheets/sheet${id}.xml"/>`).join("")}<Relationship Id="rId9" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ),
    "xl/styles.xml": xml(
      `<styleSheet ${main}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(
      sheets.map((sheet, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        xml(
          `<worksheet ${main}><sheetData>${sheet.map(rowXml).join("")}</sheetData>${mergeXml(index === 0 ? merged : [])}</worksheet>`,
        ),
      ]),
    ),
    ...extra,
  });
}

function mergeXml(merged: readonly string[]): string {
  if (merged.length === 0) return "";
  return `<mergeCells>${merged.map((cells) => `<mergeCell ref="${cells}"/>`).join("")}</mergeCells>`;
}

function rowXml(row: readonly XlsxCell[], index: number): string {
  const cells = row.map((cell, column) => {
    const at = `r="${String.fromCharCode(65 + column)}${index + 1}"`;
    if (cell === null || cell === "") return "";
    if (typeof cell === "number") return `<c ${at}><v>${cell}</v></c>`;
    if (typeof cell === "string") {
      const text = cell.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      return `<c ${at} t="inlineStr"><is><t>${text}</t></is></c>`;
    }
    if ("formula" in cell) return `<c ${at}><f>${cell.formula}</f><v>2</v></c>`;
    const serial = Math.round((Date.parse(cell.day) - Date.UTC(1899, 11, 30)) / 86_400_000);
    return `<c ${at} s="1"><v>${serial}</v></c>`;
  });
  return `<row r="${index + 1}">${cells.join("")}</row>`;
}
