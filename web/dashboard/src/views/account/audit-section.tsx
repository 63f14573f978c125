import { account } from "virtual:endpoints";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { humanise, shorten } from "../../format.ts";
import { useApiList } from "../../query.ts";
import { useUser } from "../../session.ts";
import { Copyable } from "../../ui/copy.tsx";
import { Section } from "../../ui/page.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";

type Entry = Answer<typeof account.listAudit>["data"][number];

const COLUMNS: readonly Column<Entry>[] = [
  {
    header: "What",
    cell: (entry) => (
      <>
        <span className="font-medium">{humanise(entry.action)}</span>
        {entry.note && (
          <span className="block text-[13px] break-words text-soft">{entry.note}</span>
        )}
        {entry.object_id && (
          <span className="block text-[13px] text-soft">
            <Copyable value={entry.object_id} label="id" shown={shorten(entry.object_id)} />
          </span>
        )}
      </>
    ),
  },
  { header: "Who", from: "sm", cell: ({ actor }) => <Actor actor={actor} /> },
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

export function AuditSection() {
  const list = useApiList(account.listAudit, { query: { limit: 10 } });
  return (
    <Section title="Audit" lead="Who did what." flush>
      <ListTable
        label="Audit"
        list={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={<p className="px-6 pb-6 text-soft">Nothing was done yet.</p>}
      />
    </Section>
  );
}

function Actor({ actor }: { readonly actor: Entry["actor"] }) {
  const user = useUser();
  if (actor.kind === "user" && actor.id === user.id) return <>You</>;
  return <>{actor.kind === "system" ? "The service" : humanise(actor.kind)}</>;
}
