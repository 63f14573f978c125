import { keys, team } from "virtual:endpoints";
import { useParams } from "@tanstack/react-router";
import { KeyRound, type LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { AppName } from "../../data/apps.tsx";
import { useExport } from "../../data/export.ts";
import { personName } from "../../data/team.ts";
import { useMay } from "../../may.ts";
import { useApi, useApiList } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { Empty } from "../../ui/problem.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time, useNow } from "../../ui/time.tsx";
import { useUser } from "../../use-session.ts";
import { type ApiKey, SCOPES } from "../../values.ts";
import { RevokeDialog, RotateDialog, useNewKey } from "./key-dialogs.tsx";

const TONES: Readonly<Record<ApiKey["status"], Tone>> = {
  active: "good",
  expiring: "warn",
  expired: "plain",
  revoked: "plain",
};

const STATUS_WORDS: Readonly<Record<ApiKey["status"], string>> = {
  active: t("keys.statusActive"),
  expiring: t("keys.statusExpiring"),
  expired: t("keys.statusExpired"),
  revoked: t("keys.statusRevoked"),
};

type Open = { readonly what: "rotate" | "revoke"; readonly key: ApiKey } | null;

export function KeysTable({
  appId,
  icon,
  create,
}: {
  readonly appId?: number;
  readonly icon: LucideIcon;
  readonly create: ReactNode;
}) {
  const query = appId === undefined ? {} : { app_id: appId };
  const list = useApiList(keys.listApiKeys, { query }, { refetchEveryMs: 30_000 });
  const [open, setOpen] = useState<Open>(null);
  const columns: readonly Column<ApiKey>[] = [
    {
      header: t("keys.key"),
      cell: (key) => <KeyCell apiKey={key} showsApp={appId === undefined} />,
    },
    { header: t("keys.permissions"), from: "lg", cell: (key) => <Scopes scopes={key.scopes} /> },
    { header: t("keys.createdBy"), from: "xl", cell: (key) => <Maker id={key.created_by} /> },
    { header: t("account.lastUsed"), from: "md", cell: (key) => <Time at={key.last_used_at} /> },
    { header: t("checkouts.status"), from: "sm", cell: (key) => <Status apiKey={key} /> },
    {
      header: t("account.actions"),
      align: "right",
      cell: (key) =>
        (key.status === "active" || key.status === "expiring") && (
          <span className="flex justify-end gap-1 max-sm:flex-col max-sm:items-end narrow:flex-row narrow:flex-wrap narrow:justify-start">
            {key.rotated_to === null && (
              <Button
                size="sm"
                look="ghost"
                onClick={() => setOpen({ what: "rotate", key })}
                aria-label={t("keys.rotate2", { name: key.name })}
              >
                {t("keys.rotate")}
              </Button>
            )}
            <Button
              size="sm"
              look="ghost"
              onClick={() => setOpen({ what: "revoke", key })}
              aria-label={t("keys.revoke2", { name: key.name })}
            >
              {t("keys.revoke")}
            </Button>
          </span>
        ),
    },
  ];
  return (
    <>
      <ListTable
        label={t("layout.apiKeys")}
        list={list}
        columns={columns}
        keyOf={(key) => key.id}
        empty={
          <Empty icon={icon} title={t("keys.noApiKeysYet")} action={create}>
            {t("keys.yourServerNeedsOne")}
          </Empty>
        }
      />
      {open?.what === "rotate" && <RotateDialog apiKey={open.key} onClose={() => setOpen(null)} />}
      {open?.what === "revoke" && <RevokeDialog apiKey={open.key} onClose={() => setOpen(null)} />}
    </>
  );
}

function KeyCell({ apiKey, showsApp }: { readonly apiKey: ApiKey; readonly showsApp: boolean }) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">{apiKey.name}</span>
        <Badge tone={apiKey.mode === "live" ? "info" : "warn"}>
          {apiKey.mode === "live" ? t("layout.live") : t("layout.test")}
        </Badge>
        <span className="sm:hidden narrow:hidden">
          <Status apiKey={apiKey} />
        </span>
      </p>
      <p className="mt-0.5 text-note text-soft">
        <code className="font-mono">
          {apiKey.prefix}…{apiKey.last4}
        </code>
        {showsApp && (
          <>
            {" "}
            · <AppName id={apiKey.app_id} />
          </>
        )}
      </p>
      <p className="text-note text-soft md:hidden narrow:hidden">
        {t("account.lastUsed")}: <Time at={apiKey.last_used_at} />
      </p>
    </div>
  );
}

/** Only some roles may read the members' names. */
function Maker({ id }: { readonly id: string | null }) {
  const user = useUser();
  const { data } = useApi(team.listMembers, {}, { enabled: useMay("members.read") });
  // Also where the service is older than the page, and does not say it.
  if (!id) return <span className="text-soft">{t("keys.unknown")}</span>;
  if (id === user.id) return t("keys.you");
  const member = data?.data.find((one) => one.id === id);
  if (member) return <span className="wrap-anywhere">{personName(member)}</span>;
  return <span className="text-soft">{t(data ? "keys.formerMember" : "keys.otherMember")}</span>;
}

/** An end that is further away warns of nothing. */
const SOON_MS = 30 * 86_400_000;

function Status({ apiKey: { status, expires_at, rotated_to } }: { readonly apiKey: ApiKey }) {
  const now = useNow();
  const isFar =
    rotated_to === null && expires_at !== null && Date.parse(expires_at) - now > SOON_MS;
  const shown = status === "expiring" && isFar ? "active" : status;
  return (
    <span className="inline-flex max-w-48 flex-col items-start gap-0.5">
      <Badge tone={TONES[shown]}>{STATUS_WORDS[shown]}</Badge>
      {expires_at !== null && (status === "expiring" || status === "expired") && (
        <span className="text-xs text-soft">
          <Text
            id={status === "expiring" ? "keys.expires" : "keys.expired"}
            values={{ time: <Time at={expires_at} form="both" /> }}
          />
        </span>
      )}
    </span>
  );
}

function Scopes({ scopes }: { readonly scopes: ApiKey["scopes"] }) {
  if (scopes.length === SCOPES.length)
    return <span className="text-soft">{t("keys.allPermissions")}</span>;
  return <span className="font-mono text-xs text-soft">{scopes.join(", ")}</span>;
}

export function AppKeysTab() {
  const appId = Number(useParams({ from: "/inside/apps/$appId" }).appId);
  const { create, dialog } = useNewKey(appId);
  return (
    <>
      <Section title={t("keys.apiKeysOfThis")} lead={t("keys.aKeyOfOne")} actions={create} flush>
        <KeysTable icon={KeyRound} create={create} appId={appId} />
      </Section>
      {dialog}
    </>
  );
}

/** The keys of all apps, and those of the whole account. */
export function KeysView() {
  const { create, dialog } = useNewKey();
  return (
    <Page
      title={t("layout.apiKeys")}
      lead={t("keys.yourServersAuthenticateWith")}
      actions={create}
      more={[useExport("api-keys", keys.listApiKeys, {})]}
    >
      <div className="card overflow-hidden">
        <KeysTable icon={KeyRound} create={create} />
      </div>
      {dialog}
    </Page>
  );
}
