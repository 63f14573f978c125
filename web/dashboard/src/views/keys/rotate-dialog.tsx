import { keys } from "virtual:endpoints";
import { useState } from "react";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import type { ApiKey } from "../../values.ts";
import { OVERLAPS } from "./overlaps.ts";
import { SecretDialog } from "./secret-dialog.tsx";

export function RotateDialog({
  apiKey,
  onClose,
}: {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}) {
  const [overlap, setOverlap] = useState(86_400);
  const rotate = useAction(keys.rotateApiKey);
  if (rotate.data) return <SecretDialog apiKey={rotate.data} onClose={onClose} />;
  return (
    <Dialog title={t("keys.rotate2", { name: apiKey.name })} onClose={onClose}>
      <p className="mb-4 text-soft">
        {t("keys.createsANewKey", { prefix: apiKey.prefix, last: apiKey.last4 })}
      </p>
      <SelectField
        label={t("keys.theOldKeyWorks")}
        value={overlap}
        onChange={(event) => setOverlap(Number(event.target.value))}
      >
        {OVERLAPS.map(({ seconds, label }) => (
          <option key={seconds} value={seconds}>
            {label}
          </option>
        ))}
      </SelectField>
      <ProblemNotice error={rotate.error} />
      <Actions>
        <Button onClick={onClose}>{t("account.cancel")}</Button>
        <Button
          look="primary"
          busy={rotate.isPending}
          onClick={() =>
            rotate.mutate({ params: { id: apiKey.id }, body: { overlap_seconds: overlap } })
          }
        >
          {t("keys.rotateKey")}
        </Button>
      </Actions>
    </Dialog>
  );
}
