import { type Grid, type Mapping, ROLES, type Role, textOf } from "../../statements/table.ts";
import { type TextKey, t } from "../../texts/t.ts";

const SHOWN_ROWS = 6;

const NAMES: Readonly<Record<Role, TextKey>> = {
  date: "books.columnDate",
  valueDate: "books.columnValueDate",
  credit: "books.columnCredit",
  debit: "books.columnDebit",
  amount: "books.columnAmount",
  direction: "books.columnDirection",
  reference: "books.columnReference",
  text: "books.columnText",
  balance: "books.columnBalance",
  status: "books.columnStatus",
  currency: "books.columnCurrency",
};

/** The first rows of a file, with what each column was taken for. The member can correct it. */
export function ColumnsTable({
  grid,
  mapping,
  onChange,
}: {
  readonly grid: Grid;
  readonly mapping: Mapping;
  readonly onChange: (roles: Mapping["roles"]) => void;
}) {
  const header = grid[mapping.headerRow] ?? [];
  const shown = grid
    .slice(mapping.headerRow + 1)
    .filter((row) => row.some((cell) => textOf(cell) !== ""))
    .slice(0, SHOWN_ROWS);
  const width = Math.max(header.length, ...shown.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, index) => index);
  const choose = (column: number, role: string) => {
    const { [column]: _, ...others } = mapping.roles;
    onChange(role === "" ? others : { ...others, [column]: role as Role });
  };
  return (
    <fieldset className="mb-4 min-w-0">
      <legend className="mb-1 font-medium">{t("books.columns")}</legend>
      <p className="mb-2 text-note text-soft">{t("books.columnsHint")}</p>
      <section
        aria-label={t("books.columns")}
        className="overflow-x-auto rounded-lg border border-line"
      >
        <table className="w-full border-collapse text-note">
          <thead>
            <tr className="border-b border-line bg-raised">
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="min-w-36 narrow:min-w-28 p-2 text-left align-top font-medium"
                >
                  <span className="block max-w-48 truncate text-soft">
                    {textOf(header[column])}
                  </span>
                  <select
                    className="input mt-1"
                    aria-label={t("books.columnHolds", {
                      name: textOf(header[column]) || String(column + 1),
                    })}
                    value={mapping.roles[column] ?? ""}
                    onChange={(event) => choose(column, event.target.value)}
                  >
                    <option value="">{t("books.columnNone")}</option>
                    {ROLES.map((role) => (
                      <option key={role} value={role}>
                        {t(NAMES[role])}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file never move
              <tr key={index} className="border-b border-line last:border-0">
                {columns.map((column) => (
                  <td key={column} className="max-w-56 truncate p-2">
                    {textOf(row[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </fieldset>
  );
}
