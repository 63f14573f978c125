import type { credits } from "virtual:endpoints";
import { Link } from "@tanstack/react-router";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { formatCount, shorten } from "../../format.ts";
import { t } from "../../texts/t.ts";
import type { Column } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";

type Entry = Answer<typeof credits.listLedger>["data"][number];

const KINDS: Readonly<Record<Entry["kind"], string>> = {
  grant: t("credits.granted"),
  capture: t("credits.spent"),
  adjust: t("credits.adjusted"),
};

const SOURCES: Readonly<Record<string, string>> = {
  "sign-up": t("credits.signUp"),
  operator: t("credits.operator"),
};

export const LEDGER_COLUMNS: readonly Column<Entry>[] = [
  {
    header: t("account.action"),
    cell: (entry) => (
      <>
        <span className="font-medium">{KINDS[entry.kind]}</span>
        <span className="block text-note break-words text-soft">
          <Source source={entry.source} />
          {entry.note && ` · ${entry.note}`}
        </span>
      </>
    ),
  },
  {
    header: t("layout.credits"),
    align: "right",
    cell: ({ credits }) => (
      <span className={`tabular-nums ${credits > 0 ? "text-good" : ""}`}>
        {credits > 0 ? "+" : "−"}
        {formatCount(Math.abs(credits))}
      </span>
    ),
  },
  {
    header: t("account.time"),
    align: "right",
    cell: ({ created_at }) => (
      <span className="text-soft">
        <Time at={created_at} />
      </span>
    ),
  },
];

function Source({ source }: { readonly source: string }) {
  if (!source.startsWith("co_")) return <>{SOURCES[source] ?? shorten(source)}</>;
  return (
    <Link to="/checkouts/$checkoutId" params={{ checkoutId: source }} className="link">
      {t("credits.checkout", { source: shorten(source) })}
    </Link>
  );
}
