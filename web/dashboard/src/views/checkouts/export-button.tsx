import { checkouts } from "virtual:endpoints";
import { Download } from "lucide-react";
import type { Answer, InputOf } from "../../../../../lib/contract/client-types.ts";
import { useAction } from "../../query.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";

type Query = NonNullable<InputOf<typeof checkouts.listCheckouts>["query"]>;

/** Saves what the filters leave, up to 10,000 checkouts, as a file. */
export function ExportButton({ query }: { readonly query: Query }) {
  const read = useAction(checkouts.listCheckouts, (answer) => save(answer));
  return (
    <Button
      busy={read.isPending}
      icon={<Download aria-hidden className="size-4" />}
      onClick={() => read.mutate({ query: { ...query, format: "csv" } })}
    >
      Export
    </Button>
  );
}

function save(answer: Answer<typeof checkouts.listCheckouts>): void {
  if (typeof answer !== "string") return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([answer], { type: "text/csv;charset=utf-8" }));
  link.download = `checkouts-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
  toast("File saved");
}
