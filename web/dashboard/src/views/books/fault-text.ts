import type { FileFault, UnusableFile } from "../../statements/table.ts";
import { type TextKey, t } from "../../texts/t.ts";

const TEXTS: Readonly<Record<FileFault, TextKey>> = {
  too_large: "books.faultTooLarge",
  empty: "books.faultEmpty",
  old_excel: "books.faultOldExcel",
  web_page: "books.faultWebPage",
  macros: "books.faultMacros",
  formulas: "books.faultFormulas",
  zip_bomb: "books.faultZipBomb",
  not_a_statement: "books.faultNotAStatement",
  broken: "books.faultBroken",
  password: "books.faultPassword",
  unclosed_quote: "books.faultUnclosedQuote",
  picture_pdf: "books.faultPicturePdf",
  unknown_kind: "books.faultUnknownKind",
};

/** Why a file can't be used, and what to do about it. */
export function faultText({ fault, line }: UnusableFile): string {
  const text = t(TEXTS[fault]);
  return line === null ? text : `${text} ${t("books.line", { line })}`;
}
