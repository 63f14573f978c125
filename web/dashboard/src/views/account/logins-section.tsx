import { account, auth } from "virtual:endpoints";
import { useState } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import type { Session } from "../../api-client.ts";
import { client } from "../../client.ts";
import { useExport } from "../../data/export.ts";
import { useAction, useApi, useApiList } from "../../query.ts";
import { setSession } from "../../session.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Section } from "../../ui/page.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { useUser } from "../../use-session.ts";
import { PhoneProof, useTelegram } from "./fresh-proof.tsx";

/** Verifies a phone number by code and adds it to the user. */
function LinkPhoneDialog({
  onDone,
  onClose,
}: {
  readonly onDone: (user: Session["user"]) => void;
  readonly onClose: () => void;
}) {
  const link = useAction(account.linkLogin, onDone);
  return (
    <Dialog title={t("account.linkPhone")} onClose={onClose}>
      <PhoneProof
        action={t("account.link")}
        busy={link.isPending}
        error={link.error}
        onProof={(body) => link.mutate({ body })}
        onClose={onClose}
      />
    </Dialog>
  );
}

function LinkTelegramButton() {
  const link = useAction(account.linkLogin, (user) => {
    setSession({ kind: "signed-in", user });
    toast(t("account.telegramLinked"));
  });
  const { offered, ready, problem, ask } = useTelegram((id_token) =>
    link.mutate({ body: { id_token } }),
  );
  if (!offered) return null;
  return (
    <div>
      <Button size="sm" busy={link.isPending} disabled={!ready} onClick={ask}>
        {t("account.linkTelegram")}
      </Button>
      <ProblemNotice error={problem ?? link.error} />
    </div>
  );
}

type Kind = "phone" | "telegram";

/** The ways to sign in: at most one of each kind, at least one in all. */
export function LoginsSection() {
  const user = useUser();
  const me = useApi(account.readMe, {});
  const shown = me.data ?? user;
  const [open, setOpen] = useState<"link-phone" | Kind | null>(null);
  const hasBoth = shown.phone !== null && shown.telegram !== null;
  const telegramName = shown.telegram?.username
    ? `@${shown.telegram.username}`
    : (shown.telegram?.name ?? t("account.linked"));
  return (
    <Section title={t("account.signInMethods")} lead={t("account.aSecondMethodLets")}>
      <ul className="divide-y divide-line">
        <li className="flex flex-wrap items-center justify-between gap-3 pb-3">
          <span>
            <span className="block font-medium">{t("account.phone")}</span>
            <span className="text-soft">{shown.phone ?? t("account.notLinked")}</span>
          </span>
          {shown.phone === null && (
            <Button size="sm" onClick={() => setOpen("link-phone")}>
              {t("account.linkPhone")}
            </Button>
          )}
          {hasBoth && (
            <Button size="sm" look="ghost" onClick={() => setOpen("phone")}>
              {t("account.remove")}
            </Button>
          )}
        </li>
        <li className="flex flex-wrap items-center justify-between gap-3 pt-3">
          <span>
            <span className="block font-medium">Telegram</span>
            <span className="text-soft">
              {shown.telegram ? telegramName : t("account.notLinked")}
            </span>
          </span>
          {shown.telegram === null && <LinkTelegramButton />}
          {hasBoth && (
            <Button size="sm" look="ghost" onClick={() => setOpen("telegram")}>
              {t("account.remove")}
            </Button>
          )}
        </li>
      </ul>
      {open === "link-phone" && (
        <LinkPhoneDialog
          onClose={() => setOpen(null)}
          onDone={(changed) => {
            setSession({ kind: "signed-in", user: changed });
            setOpen(null);
          }}
        />
      )}
      {(open === "phone" || open === "telegram") && (
        <UnlinkDialog kind={open} onClose={() => setOpen(null)} />
      )}
    </Section>
  );
}

function UnlinkDialog({ kind, onClose }: { readonly kind: Kind; readonly onClose: () => void }) {
  const user = useUser();
  const unlink = useAction(
    account.unlinkLogin,
    () => {
      // A fresh proof is asked by the sign-in methods of the session's user.
      setSession({ kind: "signed-in", user: { ...user, [kind]: null } });
      toast(t("account.signInMethodRemoved"));
    },
    { closes: onClose },
  );
  return (
    <Confirm
      title={t("account.removeThisSignIn")}
      action={t("account.remove")}
      busy={unlink.isPending}
      error={unlink.error}
      onConfirm={() => unlink.mutate({ params: { kind } })}
      onClose={onClose}
    >
      <p>{t("account.youllSignInWith")}</p>
      {kind === "telegram" && <p>{t("account.lostTelegram")}</p>}
    </Confirm>
  );
}

const BROWSERS = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
] as const;

/** A short name for a user agent string. */
function deviceName(userAgent: string | null): string {
  if (userAgent === null) return t("account.unknownDevice");
  const find = (known: readonly (readonly [RegExp, string])[]) =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return browser && system
    ? t("account.deviceOn", { browser, system })
    : (browser ?? userAgent.slice(0, 60));
}

type Device = Answer<typeof account.listSessions>["data"][number];

export function SessionsSection() {
  const user = useUser();
  const list = useApiList(account.listSessions, {});
  const [isAsking, setAsking] = useState(false);
  const everywhere = useAction(auth.logout, () => {
    client.signOut();
    setSession({ kind: "signed-out", why: "everywhere" });
  });
  return (
    <Section
      title={t("account.devices")}
      lead={t("account.devicesThatAreSigned")}
      actions={<Button onClick={() => setAsking(true)}>{t("account.signOutEverywhere")}</Button>}
      more={[useExport("sessions", account.listSessions, {})]}
      flush
    >
      <ListTable
        label={t("account.devices")}
        list={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={<p className="px-gutter sm:px-6 pb-6 text-soft">{t("account.noDeviceIsSigned")}</p>}
      />
      {isAsking && (
        <Confirm
          title={t("account.signOutEverywhere2")}
          action={t("account.signOutEverywhere")}
          busy={everywhere.isPending}
          error={everywhere.error}
          onConfirm={() => everywhere.mutate({ body: { everywhere: true, user_id: user.id } })}
          onClose={() => setAsking(false)}
        >
          <p>{t("account.thisSignsOutEvery")}</p>
        </Confirm>
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<Device>[] = [
  {
    header: t("account.device"),
    cell: (device) => (
      <>
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {deviceName(device.user_agent)}
          {device.current && <Badge tone="good">{t("account.thisDevice")}</Badge>}
        </span>
        <span className="text-note text-soft">
          <Text
            id="account.signedInBy"
            values={{
              login: device.login === "phone" ? t("account.byPhone") : "Telegram",
              time: <Time at={device.created_at} />,
            }}
          />
        </span>
      </>
    ),
  },
  {
    header: t("account.lastUsed"),
    from: "sm",
    cell: (device) => <Time at={device.last_used_at} />,
  },
  {
    header: t("account.actions"),
    align: "right",
    cell: (device) => !device.current && <EndButton device={device} />,
  },
];

function EndButton({ device }: { readonly device: Device }) {
  const end = useAction(account.endSession, () => toast(t("account.deviceSignedOut")), {
    toastsProblem: true,
  });
  return (
    <Button
      size="sm"
      look="ghost"
      busy={end.isPending}
      onClick={() => end.mutate({ params: { id: device.id } })}
    >
      {t("layout.signOut")}
    </Button>
  );
}
