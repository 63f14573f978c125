import type { credits } from "virtual:endpoints";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { shorten } from "../../format.ts";
import { t } from "../../texts/t.ts";

type Kind = Answer<typeof credits.listLedger>["data"][number]["kind"];

/** What an entry of the ledger did. */
export const LEDGER_KINDS: Readonly<Record<Kind, string>> = {
  grant: t("credits.granted"),
  capture: t("credits.spent"),
  adjust: t("credits.adjusted"),
};

const SOURCES: Readonly<Record<string, string>> = {
  "sign-up": t("credits.signUp"),
  operator: t("credits.operator"),
  other_app: t("credits.otherApp"),
};

/** Who or what caused an entry of the ledger. */
export function ledgerSource(source: string): string {
  return SOURCES[source] ?? shorten(source);
}
