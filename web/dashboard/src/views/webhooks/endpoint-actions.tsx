import { webhooks } from "virtual:endpoints";
import { useNavigate } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { useState } from "react";
import type { Endpoint } from "../../data/webhooks.ts";
import { useAction } from "../../query.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
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
    toast("Test sent");
    void navigate({
      to: "/webhook-logs/$endpointId/$deliveryId",
      params: { endpointId: endpoint.id, deliveryId: delivery.id },
    });
  });
  const update = useAction(webhooks.updateWebhook, ({ status }) => {
    toast(status === "enabled" ? "Endpoint enabled" : "Endpoint disabled");
    close();
  });
  const remove = useAction(webhooks.deleteWebhook, () => {
    toast("Endpoint deleted");
    void navigate({ to: "/webhooks" });
  });
  const isEnabled = endpoint.status === "enabled";
  return (
    <>
      {isEnabled ? (
        <>
          <Button
            look="primary"
            busy={test.isPending}
            icon={<Send aria-hidden className="size-4" />}
            onClick={() => test.mutate({ params })}
          >
            Send a test
          </Button>
          <Button onClick={() => setOpen("recover")}>Recover</Button>
          <Button onClick={() => setOpen("edit")}>Edit</Button>
          <Button onClick={() => setOpen("disable")}>Disable</Button>
        </>
      ) : (
        <>
          <Button
            look="primary"
            busy={update.isPending}
            onClick={() => update.mutate({ params, body: { status: "enabled" } })}
          >
            Enable
          </Button>
          <Button onClick={() => setOpen("edit")}>Edit</Button>
        </>
      )}
      <Button onClick={() => setOpen("delete")}>Delete</Button>
      {open === null && (test.error || update.error) && (
        <div className="w-full">
          <ProblemNotice error={test.error ?? update.error} />
        </div>
      )}
      {open === "edit" && <EditEndpointDialog endpoint={endpoint} onClose={close} />}
      {open === "recover" && <RecoverDialog endpoint={endpoint} onClose={close} />}
      {open === "disable" && (
        <Confirm
          title="Disable this endpoint?"
          action="Disable"
          busy={update.isPending}
          error={update.error}
          onConfirm={() => update.mutate({ params, body: { status: "disabled" } })}
          onClose={close}
        >
          <p>Nothing is sent any more. Events are recorded as skipped, to be recovered later.</p>
        </Confirm>
      )}
      {open === "delete" && (
        <Confirm
          title="Delete this endpoint?"
          action="Delete"
          typed="delete"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ params })}
          onClose={close}
        >
          <p>What still waits for {endpoint.url} is canceled.</p>
        </Confirm>
      )}
    </>
  );
}
