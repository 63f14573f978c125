import type { BankAnswer } from "../answer.ts";
import type { Layout, Sheet } from "../sheet.ts";
import { CBE_JSON_LOOKS, renderCbeJson } from "./cbe-json.ts";
import { CBE_PDF_LOOKS, cbePdfNotFound, renderCbePdf } from "./cbe-pdf.ts";
import { cbeProblem } from "./cbe-problem.ts";

/** One bank, two hosts: the receipt link answers JSON, the older host a PDF. */
export const cbeLayout: Layout = {
  variants: [
    ...Object.keys(CBE_JSON_LOOKS).map((name) => ({ name, loses: [] })),
    ...Object.entries(CBE_PDF_LOOKS).map(([name, look]) => ({
      name,
      loses: look.date === "named" ? (["seconds"] as const) : [],
    })),
  ],
  variantFor: ({ linkForm }) => (linkForm === "json" ? "json" : "pdf"),
  // The PDF shows no status.
  showsStatus: (variant) => variant.startsWith("json"),
  render: renderCbe,
  notFound: (variant) =>
    variant.startsWith("json") ? cbeProblem(404, "Transaction not found") : cbePdfNotFound(),
};

function renderCbe(sheet: Sheet): BankAnswer | Promise<BankAnswer> {
  const json = CBE_JSON_LOOKS[sheet.variant];
  if (json !== undefined) return renderCbeJson(sheet, json);
  const pdf = CBE_PDF_LOOKS[sheet.variant];
  if (pdf !== undefined) return renderCbePdf(sheet, pdf);
  throw new Error(`cbe has no variant ${sheet.variant}`);
}
