import { keys } from "virtual:endpoints";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { AppName } from "../../data/apps.tsx";
import { humanise } from "../../format.ts";
import { useApiList } from "../../query.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { type ApiKey, SCOPES } from "../../values.ts";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";

const TONES: Readonly<Record<ApiKey["status"], Tone>> = {
  active: "good",
  expiring: "warn",
  expired: "plain",
  revoked: "plain",
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
  const list = useApiList(keys.listApiKeys, {
    query: appId === undefined ? {} : { app_id: appId },
  });
  const [open, setOpen] = useState<Open>(null);
  const columns: readonly Column<ApiKey>[] = [
    { header: "Key", cell: (key) => <KeyCell apiKey={key} showsApp={appId === undefined} /> },
    { header: "Scopes", from: "lg", cell: (key) => <Scopes scopes={key.scopes} /> },
    { header: "Last used", from: "md", cell: (key) => <Time at={key.last_used_at} /> },
    { header: "Status", from: "sm", cell: (key) => <Status apiKey={key} /> },
    {
      header: "Actions",
      align: "right",
      cell: (key) =>
        (key.status === "active" || key.status === "expiring") && (
          <span className="flex flex-wrap justify-end gap-1">
            {key.rotated_to === null && (
              <Button
                size="sm"
                look="ghost"
                onClick={() => setOpen({ what: "rotate", key })}
                aria-label={`Rotate ${key.name}`}
              >
                Rotate
              </Button>
            )}
            <Button
              size="sm"
              look="ghost"
              onClick={() => setOpen({ what: "revoke", key })}
              aria-label={`Revoke ${key.name}`}
            >
              Revoke
            </Button>
          </span>
        ),
    },
  ];
  return (
    <>
      <ListTable
        label="API keys"
        list={list}
        columns={columns}
        keyOf={(key) => key.id}
        empty={
          <Empty icon={icon} title="No API key yet" action={create}>
            Your server needs one to create checkouts. Begin with a test key: it works at once,
            without real money.
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
        <span className="font-medium break-words">{apiKey.name}</span>
        <Badge tone={apiKey.mode === "live" ? "info" : "warn"}>
          {apiKey.mode === "live" ? "Live" : "Test"}
        </Badge>
        <span className="sm:hidden">
          <Status apiKey={apiKey} />
        </span>
      </p>
      <p className="mt-0.5 text-[13px] text-soft">
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
    </div>
  );
}

function Status({ apiKey }: { readonly apiKey: ApiKey }) {
  return (
    <span className="inline-flex flex-col items-start gap-0.5">
      <Badge tone={TONES[apiKey.status]}>{humanise(apiKey.status)}</Badge>
      {apiKey.status === "expiring" && apiKey.expires_at && (
        <span className="text-xs text-soft">
          ends <Time at={apiKey.expires_at} />
        </span>
      )}
    </span>
  );
}

function Scopes({ scopes }: { readonly scopes: ApiKey["scopes"] }) {
  if (scopes.length === SCOPES.length) return <span className="text-soft">Everything</span>;
  return <span className="font-mono text-xs text-soft">{scopes.join(", ")}</span>;
}
