import type { credits } from "virtual:endpoints";
import { Link } from "@tanstack/react-router";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { formatCount, humanise, shorten } from "../../format.ts";
import type { Column } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";

type Entry = Answer<typeof credits.listLedger>["data"][number];

const KINDS: Readonly<Record<Entry["kind"], string>> = {
  grant: "Granted",
  capture: "Spent",
  adjust: "Adjusted",
};

export const LEDGER_COLUMNS: readonly Column<Entry>[] = [
  {
    header: "What",
    cell: (entry) => (
      <>
        <span className="font-medium">{KINDS[entry.kind]}</span>
        <span className="block text-[13px] break-words text-soft">
          <Source source={entry.source} />
          {entry.note && ` · ${entry.note}`}
        </span>
      </>
    ),
  },
  {
    header: "Credits",
    align: "right",
    cell: ({ credits }) => (
      <span className={`tabular-nums ${credits > 0 ? "text-good" : ""}`}>
        {credits > 0 ? "+" : "−"}
        {formatCount(Math.abs(credits))}
      </span>
    ),
  },
  {
    header: "When",
    align: "right",
    cell: ({ created_at }) => (
      <span className="text-soft">
        <Time at={created_at} />
      </span>
    ),
  },
];

function Source({ source }: { readonly source: string }) {
  if (!source.startsWith("co_")) return <>{humanise(source)}</>;
  return (
    <Link to="/checkouts/$checkoutId" params={{ checkoutId: source }} className="link">
      Checkout {shorten(source)}
    </Link>
  );
}
