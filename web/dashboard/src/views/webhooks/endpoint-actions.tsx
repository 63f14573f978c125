import { webhooks } from "virtual:endpoints";
import { useNavigate } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { useState } from "react";
import type { Endpoint } from "../../data/webhooks.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Menu, moreActions } from "../../ui/menu.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";
import { EditEndpointDialog } from "./edit-endpoint-dialog.tsx";
import { RecoverDialog } from "./recover-dialog.tsx";

type Open = "edit" | "recover" | "disable" | "delete" | null;

export function EndpointActions({ endpoint }: { readonly endpoint: Endpoint }) {
  const [open, setOpen] = useState<Open>(null);
  const navigate = useNavigate();
  const params = { id: endpoint.id };
  const close = () => setOpen(null);
  const test = useAction(webhooks.testWebhook, (delivery) => {
    toast(t("webhooks.testSent"));
    void navigate({
      to: "/webhook-logs/$endpointId/$deliveryId",
      params: { endpointId: endpoint.id, deliveryId: delivery.id },
    });
  });
  const update = useAction(webhooks.updateWebhook, ({ status }) => {
    toast(status === "enabled" ? t("webhooks.endpointEnabled") : t("webhooks.endpointDisabled"));
    close();
  });
  const remove = useAction(webhooks.deleteWebhook, () => {
    toast(t("webhooks.endpointDeleted"));
    void navigate({ to: "/webhooks" });
  });
  const isEnabled = endpoint.status === "enabled";
  return (
    <>
      {isEnabled ? (
        <Button
          look="primary"
          busy={test.isPending}
          icon={<Send aria-hidden className="size-4" />}
          onClick={() => test.mutate({ params })}
        >
          {t("webhooks.sendTest")}
        </Button>
      ) : (
        <Button
          look="primary"
          busy={update.isPending}
          onClick={() => update.mutate({ params, body: { status: "enabled" } })}
        >
          {t("webhooks.enable")}
        </Button>
      )}
      <Menu
        label={moreActions()}
        items={[
          ...(isEnabled
            ? [{ label: t("webhooks.recover"), onChoose: () => setOpen("recover") }]
            : []),
          { label: t("apps.edit"), onChoose: () => setOpen("edit") },
          ...(isEnabled
            ? [{ label: t("webhooks.disable"), onChoose: () => setOpen("disable") }]
            : []),
          {
            label: t("webhooks.delete"),
            tone: "danger" as const,
            onChoose: () => setOpen("delete"),
          },
        ]}
      />
      {open === null && (test.error || update.error) && (
        <div className="w-full">
          <ProblemNotice error={test.error ?? update.error} />
        </div>
      )}
      {open === "edit" && <EditEndpointDialog endpoint={endpoint} onClose={close} />}
      {open === "recover" && <RecoverDialog endpoint={endpoint} onClose={close} />}
      {open === "disable" && (
        <Confirm
          title={t("webhooks.disableThisEndpoint")}
          action={t("webhooks.disable")}
          busy={update.isPending}
          error={update.error}
          onConfirm={() => update.mutate({ params, body: { status: "disabled" } })}
          onClose={close}
        >
          <p>{t("webhooks.weStopSendingTo")}</p>
        </Confirm>
      )}
      {open === "delete" && (
        <Confirm
          title={t("webhooks.deleteThisEndpoint")}
          action={t("webhooks.delete")}
          typed="delete"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ params })}
          onClose={close}
        >
          <p>{t("webhooks.pendingDeliveriesToAre", { url: endpoint.url })}</p>
        </Confirm>
      )}
    </>
  );
}
