import { team } from "virtual:endpoints";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { AppName } from "../../data/apps.tsx";
import { type Invitation, type Member, type NewInvitation, personName } from "../../data/team.ts";
import { roleName, useGrant, useMay } from "../../may.ts";
import { useAction, useApiList } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { ApprovalLimitSection } from "./approval-limit-section.tsx";
import { InvitationDialog, InviteDialog, MemberDialog, OfferDialog } from "./member-dialogs.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";

/** The members of the account and its open invitations. */
export function TeamView() {
  const [isInviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<NewInvitation | null>(null);
  const mayInvite = useMay("members.write");
  const setsLimit = useMay("account");
  return (
    <Page
      title={t("team.team")}
      lead={t("team.lead")}
      actions={
        mayInvite && (
          <Button
            look="primary"
            onClick={() => setInviting(true)}
            icon={<UserPlus aria-hidden className="size-4" />}
          >
            {t("team.inviteSomeone")}
          </Button>
        )
      }
    >
      <MembersSection />
      <InvitationsSection />
      {setsLimit && <ApprovalLimitSection />}
      {isInviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={(invitation) => {
            setInviting(false);
            setInvited(invitation);
          }}
        />
      )}
      {invited && <InvitationDialog invitation={invited} onClose={() => setInvited(null)} />}
    </Page>
  );
}

function MembersSection() {
  const list = useApiList(team.listMembers, {});
  const columns: readonly Column<Member>[] = [
    { header: t("team.member"), cell: (member) => <Person member={member} /> },
    {
      header: t("team.role"),
      cell: ({ role, ownership_offered_until: offered }) => (
        <span className="flex flex-wrap items-center gap-1">
          {roleName(role)}
          {offered && <Badge tone="info">{t("team.offered")}</Badge>}
        </span>
      ),
    },
    { header: t("layout.apps"), from: "sm", cell: ({ apps }) => <AppNames apps={apps} /> },
    {
      header: t("team.joined"),
      from: "md",
      cell: ({ joined_at }) => (joined_at === null ? "–" : <Time at={joined_at} />),
    },
    {
      header: t("team.lastActive"),
      from: "md",
      cell: ({ last_active_at: at }) => (at === null ? "–" : <Time at={at} />),
    },
    {
      header: t("team.lastChange"),
      from: "xl",
      cell: ({ last_change_at: at }) => (at === null ? "–" : <Time at={at} />),
    },
    {
      header: t("account.actions"),
      align: "right",
      cell: (member) => <MemberActions member={member} />,
    },
  ];
  return (
    // No `Section`: it would cut the rows' menus off at its edges.
    <section className="card mb-6">
      <h2 className="px-gutter pt-5 pb-4 text-base font-semibold sm:px-6">{t("team.members")}</h2>
      <ListTable
        label={t("team.members")}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={null}
      />
    </section>
  );
}

function Person({ member }: { readonly member: Member }) {
  const { name, phone, telegram_username: username, current } = member;
  const handles = [phone, username && `@${username}`].filter(Boolean).join(" · ");
  return (
    <span className="block max-w-72">
      <span className="font-medium wrap-anywhere">{personName(member)}</span>
      {current && <span className="text-soft"> ({t("team.you")})</span>}
      {name !== null && <span className="block text-note text-soft">{handles}</span>}
    </span>
  );
}

function AppNames({ apps }: { readonly apps: readonly number[] | null }) {
  if (apps === null) return <>{t("team.allApps")}</>;
  return apps.map((id, place) => (
    <span key={id}>
      {place > 0 && ", "}
      <AppName id={id} />
    </span>
  ));
}

function MemberActions({ member }: { readonly member: Member }) {
  const [open, setOpen] = useState<"change" | "remove" | "offer" | null>(null);
  const grant = useGrant("members.write");
  const isOwner = useMay("account");
  const close = () => setOpen(null);
  const params = { id: member.id };
  const withdraw = useAction(team.withdrawOwnership, undefined, { toastsProblem: true });
  const mayChange = grant === true || (grant === "cashiers_only" && member.role === "cashier");
  const isOffered = member.ownership_offered_until !== null;
  const offer = isOffered
    ? { label: t("team.withdrawOffer"), onChoose: () => withdraw.mutate({ params }) }
    : { label: t("team.offerOwnership"), onChoose: () => setOpen("offer") };
  const items = [
    ...(mayChange ? [{ label: t("team.change"), onChoose: () => setOpen("change") }] : []),
    ...(isOwner && member.role !== "owner" ? [offer] : []),
    ...(mayChange && !member.current
      ? [
          {
            label: t("account.remove"),
            onChoose: () => setOpen("remove"),
            tone: "danger" as const,
          },
        ]
      : []),
  ];
  return (
    <span className="flex justify-end narrow:justify-start">
      <Menu items={items} />
      {open === "change" && <MemberDialog member={member} onClose={close} />}
      {open === "offer" && <OfferDialog member={member} onClose={close} />}
      {open === "remove" && <RemoveDialog member={member} onClose={close} />}
    </span>
  );
}

function InvitationsSection() {
  const list = useApiList(team.listInvitations, {});
  const grant = useGrant("members.write");
  const withdraw = useAction(team.withdrawInvitation, () => toast(t("team.withdrawn")), {
    toastsProblem: true,
  });
  const columns: readonly Column<Invitation>[] = [
    {
      header: t("team.forWhom"),
      cell: ({ phone, telegram_username: username }) => (
        <span className="font-medium">
          {phone ?? (username ? `@${username}` : t("team.forAnyone"))}
        </span>
      ),
    },
    { header: t("team.role"), cell: ({ role }) => roleName(role) },
    { header: t("layout.apps"), from: "sm", cell: ({ apps }) => <AppNames apps={apps} /> },
    {
      header: t("team.validUntil"),
      from: "sm",
      cell: ({ expires_at }) => <Time at={expires_at} />,
    },
    {
      header: t("account.actions"),
      align: "right",
      cell: ({ id, role }) =>
        (grant === true || role === "cashier") && (
          <Button
            size="sm"
            busy={withdraw.isPending && withdraw.variables.params.id === id}
            onClick={() => withdraw.mutate({ params: { id } })}
          >
            {t("team.withdraw")}
          </Button>
        ),
    },
  ];
  return (
    <Section title={t("team.invitations")} lead={t("team.invitationsLead")} flush>
      <ListTable
        label={t("team.invitations")}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<p className="px-gutter pb-6 text-soft sm:px-6">{t("team.noInvitations")}</p>}
      />
    </Section>
  );
}
