import { keys } from "virtual:endpoints";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
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
    toast(t("keys.keyRevoked"));
    onClose();
  });
  return (
    <Confirm
      title={t("keys.revoke3", { name: apiKey.name })}
      action={t("keys.revokeKey")}
      typed={apiKey.last4}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ params: { id: apiKey.id } })}
      onClose={onClose}
    >
      <p>
        <Text id="keys.serversThatUseIt" values={{ time: <Time at={apiKey.last_used_at} /> }} />
      </p>
      <p>{t("keys.toReplaceItWithout")}</p>
    </Confirm>
  );
}
