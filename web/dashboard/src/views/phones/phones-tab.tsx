import { apps, notices } from "virtual:endpoints";
import { useParams } from "@tanstack/react-router";
import { Plus, Smartphone } from "lucide-react";
import { useState } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { providerName } from "../../data/apps.tsx";
import { useAction, useApi, useApiList } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Section } from "../../ui/page.tsx";
import { Empty } from "../../ui/problem.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { RotationDialog } from "../keys/key-dialogs.tsx";
import { NoticeRules } from "./notice-rules.tsx";
import { PairDialog, PasteDialog, SecretDialog } from "./pair-dialog.tsx";

export type Source = Answer<typeof notices.readNoticeSource>;
export type NewSource = Answer<typeof notices.createNoticeSource>;

/** Phones that forward a bank's messages, and what these may do. */
export function PhonesTab() {
  const { appId } = useParams({ from: "/inside/apps/$appId" });
  const app = useApi(apps.readApp, { params: { app_id: appId } });
  const list = useApiList(notices.listNoticeSources, { query: { app_id: appId } });
  const [isPairing, setPairing] = useState(false);
  const [secretOf, setSecretOf] = useState<NewSource | null>(null);
  const [pasteInto, setPasteInto] = useState<Source | null>(null);
  const [rotating, setRotating] = useState<Source | null>(null);
  const [leaving, setLeaving] = useState<Source | null>(null);
  const rotation = useAction(notices.rotateNoticeSource, (source) => {
    setRotating(null);
    setSecretOf(source);
  });
  const pair = (
    <Button
      look="primary"
      onClick={() => setPairing(true)}
      icon={<Plus aria-hidden className="size-4" />}
    >
      {t("phones.pair")}
    </Button>
  );
  const columns: readonly Column<Source>[] = [
    { header: t("account.name"), cell: (source) => <SourceCell source={source} /> },
    { header: t("checkouts.status"), cell: (source) => <HealthBadge source={source} /> },
    {
      header: t("phones.lastHeard"),
      from: "sm",
      cell: ({ health }) =>
        health.last_heard_at === null ? t("phones.never") : <Time at={health.last_heard_at} />,
    },
    {
      header: t("account.actions"),
      align: "right",
      cell: (source) => (
        <SourceActions
          source={source}
          onRotate={() => setRotating(source)}
          onPaste={() => setPasteInto(source)}
          onRemove={() => setLeaving(source)}
        />
      ),
    },
  ];
  return (
    <>
      <Section
        title={t("phones.title")}
        lead={t("phones.lead")}
        actions={list.items.length > 0 ? pair : undefined}
        flush
      >
        <ListTable
          label={t("phones.title")}
          list={list}
          columns={columns}
          keyOf={({ id }) => id}
          empty={
            <Empty icon={Smartphone} title={t("phones.none")} action={pair}>
              {t("phones.noneHint")}
            </Empty>
          }
        />
      </Section>
      {app.data && <NoticeRules app={app.data} />}
      {isPairing && (
        <PairDialog
          appId={Number(appId)}
          onClose={() => setPairing(false)}
          onPaired={(source) => {
            setPairing(false);
            if (source.kind !== "paste") setSecretOf(source);
          }}
        />
      )}
      {secretOf && <SecretDialog source={secretOf} onClose={() => setSecretOf(null)} />}
      {rotating && (
        <RotationDialog
          title={t("phones.rotateThis", { name: rotating.name })}
          lead={t("phones.rotateHint")}
          oldWorks={t("phones.oldSecretWorks")}
          action={t("phones.rotate")}
          id={rotating.id}
          rotation={rotation}
          onClose={() => {
            // Another phone's dialog begins without this one's error.
            rotation.reset();
            setRotating(null);
          }}
        />
      )}
      {pasteInto && <PasteDialog source={pasteInto} onClose={() => setPasteInto(null)} />}
      {leaving && <RemoveDialog source={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function RemoveDialog({
  source: { id, name },
  onClose,
}: {
  readonly source: Source;
  readonly onClose: () => void;
}) {
  const remove = useAction(notices.deleteNoticeSource, () => toast(t("phones.removed")), {
    closes: onClose,
  });
  return (
    <Confirm
      title={t("phones.removeThis", { name })}
      action={t("phones.remove")}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      <p>{t("phones.removeHint")}</p>
    </Confirm>
  );
}

const KINDS: Readonly<Record<Source["kind"], string>> = {
  sms_gateway: t("phones.smsGateway"),
  sms_forwarder: t("phones.smsForwarder"),
  paste: t("phones.paste"),
};

function SourceCell({ source }: { readonly source: Source }) {
  return (
    <span className="block max-w-72">
      <span className="block font-medium wrap-anywhere">{source.name}</span>
      <span className="block text-note text-soft">{KINDS[source.kind]}</span>
    </span>
  );
}

function HealthBadge({ source: { status, health } }: { readonly source: Source }) {
  if (status === "paused") return <Badge>{t("phones.paused")}</Badge>;
  if (health.state === "silent") return <Badge tone="warn">{t("phones.silent")}</Badge>;
  if (health.state === "waiting") return <Badge>{t("phones.waiting")}</Badge>;
  const { last_message: last } = health;
  const provider = last?.provider ? providerName(last.provider) : null;
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Badge tone={last?.kind === "unreadable" ? "warn" : "good"}>
        {last?.kind === "unreadable" ? t("phones.unreadable") : t("phones.healthy")}
      </Badge>
      {provider && <span className="text-note text-soft">{provider}</span>}
    </span>
  );
}

function SourceActions({
  source,
  onRotate,
  onPaste,
  onRemove,
}: {
  readonly source: Source;
  readonly onRotate: () => void;
  readonly onPaste: () => void;
  readonly onRemove: () => void;
}) {
  const params = { id: source.id };
  const problem = { toastsProblem: true };
  const update = useAction(notices.updateNoticeSource, () => toast(t("phones.saved")), problem);
  const test = useAction(notices.testNoticeSource, () => toast(t("phones.sampleSent")), problem);
  const isPaused = source.status === "paused";
  return (
    <Menu
      items={[
        ...(source.kind === "paste"
          ? [{ label: t("phones.pasteAMessage"), onChoose: onPaste }]
          : []),
        { label: t("phones.sendSample"), onChoose: () => test.mutate({ params, body: {} }) },
        {
          label: isPaused ? t("phones.resume") : t("phones.pause"),
          onChoose: () =>
            update.mutate({ params, body: { status: isPaused ? "active" : "paused" } }),
        },
        ...(source.kind === "paste" ? [] : [{ label: t("phones.rotate"), onChoose: onRotate }]),
        { label: t("phones.remove"), onChoose: onRemove, tone: "danger" as const },
      ]}
    />
  );
}
