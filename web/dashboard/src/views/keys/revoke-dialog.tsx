import { keys } from "virtual:endpoints";
import { useAction } from "../../query.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import type { ApiKey } from "../../values.ts";

export function RevokeDialog({
  apiKey,
  onClose,
}: {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}) {
  const revoke = useAction(keys.revokeApiKey, () => {
    toast("Key revoked");
    onClose();
  });
  return (
    <Confirm
      title={`Revoke ${apiKey.name}?`}
      action="Revoke key"
      typed={apiKey.last4}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ params: { id: apiKey.id } })}
      onClose={onClose}
    >
      <p>
        Every server that uses it is refused within 60 seconds, for good. Last used:{" "}
        <Time at={apiKey.last_used_at} />.
      </p>
      <p>To exchange it without an interruption, rotate it instead.</p>
    </Confirm>
  );
}
