import { account, auth } from "virtual:endpoints";
import { useState } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { client } from "../../client.ts";
import { useAction, useApiList } from "../../query.ts";
import { setSession } from "../../session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Section } from "../../ui/page.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { deviceName } from "./device-name.ts";

type Device = Answer<typeof account.listSessions>["data"][number];

export function SessionsSection() {
  const list = useApiList(account.listSessions, {});
  const [isAsking, setAsking] = useState(false);
  const everywhere = useAction(auth.logout, () => {
    client.signOut();
    setSession({ kind: "signed-out", why: "everywhere" });
  });
  return (
    <Section
      title="Devices"
      lead="Where you are logged in. One that is logged out can read on for at most 10 minutes."
      actions={
        <Button size="sm" onClick={() => setAsking(true)}>
          Log out everywhere
        </Button>
      }
      flush
    >
      <ListTable
        label="Devices"
        list={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={<p className="px-6 pb-6 text-soft">No device is logged in.</p>}
      />
      {isAsking && (
        <Confirm
          title="Log out everywhere?"
          action="Log out all"
          busy={everywhere.isPending}
          error={everywhere.error}
          onConfirm={() => everywhere.mutate({ body: { everywhere: true } })}
          onClose={() => setAsking(false)}
        >
          <p>Every device is logged out, this one included. API keys go on working.</p>
        </Confirm>
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<Device>[] = [
  {
    header: "Device",
    cell: (device) => (
      <>
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {deviceName(device.user_agent)}
          {device.current && <Badge tone="good">This one</Badge>}
        </span>
        <span className="text-[13px] text-soft">
          By {device.login === "phone" ? "phone" : "Telegram"}, since{" "}
          <Time at={device.created_at} />
        </span>
      </>
    ),
  },
  { header: "Last used", from: "sm", cell: (device) => <Time at={device.last_used_at} /> },
  {
    header: "Actions",
    align: "right",
    cell: (device) => !device.current && <EndButton device={device} />,
  },
];

function EndButton({ device }: { readonly device: Device }) {
  const end = useAction(account.endSession, () => toast("Device logged out"));
  return (
    <Button
      size="sm"
      look="ghost"
      busy={end.isPending}
      onClick={() => end.mutate({ params: { id: device.id } })}
    >
      Log out
    </Button>
  );
}
