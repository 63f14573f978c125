import { table } from "../../pipeline/deps.ts";
import { type UserPrincipal, worksWith } from "../../pipeline/principal.ts";
import { appsOfCheckouts } from "../../store/checkouts.ts";
import type { LedgerRow } from "../../store/credits.ts";

/** Source of an entry whose checkout belongs to an app that the member does not work with. */
export const OTHER_APP = "other_app";

/**
 * Hides from a member with some apps which checkouts of other apps spent a credit; also of a checkout that no longer
 * exists. The entries and their credits stay: the balance is of the whole account, and they must add up to it.
 */
export async function hideOtherApps(
  principal: UserPrincipal,
  rows: readonly LedgerRow[],
): Promise<readonly LedgerRow[]> {
  if (principal.apps === null) return rows;
  const captures = rows.filter(({ kind }) => kind === "capture");
  const apps = await appsOfCheckouts(
    table(),
    captures.map(({ source }) => source),
  );
  return rows.map((row) =>
    row.kind !== "capture" || worksWith(principal, apps.get(row.source))
      ? row
      : { ...row, source: OTHER_APP },
  );
}
