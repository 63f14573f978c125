import { account } from "virtual:endpoints";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import type { Role } from "../../../../../lib/contract/roles.ts";
import { useExport } from "../../data/export.ts";
import { shorten } from "../../format.ts";
import { roleName } from "../../may.ts";
import { useApiList } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Copyable } from "../../ui/copy.tsx";
import { Section } from "../../ui/page.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { useUser } from "../../use-session.ts";
import { actionWords, noteWords } from "./audit-words.ts";

type Entry = Answer<typeof account.listAudit>["data"][number];

export const AUDIT_COLUMNS: readonly Column<Entry>[] = [
  {
    header: t("account.action"),
    cell: (entry) => (
      <>
        <span className="font-medium">{actionWords(entry.action)}</span>
        {entry.note && (
          <span className="block text-note wrap-anywhere text-soft">
            {noteWords(entry.action, entry.note)}
          </span>
        )}
        {entry.object_id && (
          <span className="block text-note text-soft">
            <Copyable
              value={entry.object_id}
              label={t("account.id")}
              shown={shorten(entry.object_id)}
            />
          </span>
        )}
        <span className="block text-note sm:hidden narrow:hidden">
          <Actor actor={entry.actor} />
        </span>
      </>
    ),
  },
  { header: t("account.user"), from: "sm", cell: ({ actor }) => <Actor actor={actor} /> },
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

const ACTORS: Readonly<Record<Entry["actor"]["kind"], string>> = {
  user: t("account.user"),
  operator: t("account.operator"),
  system: t("account.theService"),
};

export function AuditSection() {
  const list = useApiList(account.listAudit, { query: { limit: 10 } });
  return (
    <Section
      title={t("account.auditLog")}
      lead={t("account.whoDidWhatAnd")}
      more={[useExport("audit-log", account.listAudit, {})]}
      flush
    >
      <ListTable
        label={t("account.auditLog")}
        list={list}
        columns={AUDIT_COLUMNS}
        keyOf={({ id }) => id}
        empty={<p className="px-gutter sm:px-6 pb-6 text-soft">{t("account.noActivityYet")}</p>}
      />
    </Section>
  );
}

/** Who did it, with their role at that time. */
function Actor({ actor }: { readonly actor: Entry["actor"] }) {
  const user = useUser();
  const isSelf = actor.kind === "user" && actor.id === user.id;
  const { name, phone, role } = actor;
  return (
    <span className="wrap-anywhere">
      {isSelf ? t("account.you") : (name ?? phone ?? ACTORS[actor.kind])}
      {role !== null && <span className="block text-note text-soft">{roleName(role as Role)}</span>}
    </span>
  );
}
