import type { keys } from "virtual:endpoints";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { useApps } from "../../data/apps.tsx";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";

type NewKey = Answer<typeof keys.createApiKey>;

/** Shows a new key once, or says that it is too late for that. Only its button closes it. */
export function SecretDialog({
  apiKey,
  onClose,
}: {
  readonly apiKey: NewKey;
  readonly onClose: () => void;
}) {
  const { usualAppId } = useApps();
  const { secret, warning } = apiKey;
  return (
    <Dialog
      title={secret === null ? t("keys.apiKey") : t("keys.copyYourKeyNow")}
      onClose={onClose}
      closable={false}
      wide
    >
      {secret === null ? (
        <Notice kind="warn">{t("keys.weCreatedTheKey")}</Notice>
      ) : (
        <div className="space-y-4">
          <Notice kind="warn">{t("keys.weShowItOnly")}</Notice>
          <div className="flex items-center gap-2 rounded-lg border border-line bg-raised narrow:flex-col narrow:items-start py-2 pr-2 pl-3">
            <code className="min-w-0 flex-1 font-mono text-note break-all" data-testid="secret">
              {secret}
            </code>
            <CopyButton value={secret} label={t("keys.apiKey")} text={t("checkouts.copy")} />
          </div>
          {warning && <Notice>{warning}</Notice>}
          <CodeBlock label={t("keys.tryIt")}>{curlFor(apiKey, secret, usualAppId)}</CodeBlock>
        </div>
      )}
      <Actions>
        <Button look="primary" onClick={onClose}>
          {secret === null ? t("webhooks.done") : t("keys.iStoredIt")}
        </Button>
      </Actions>
    </Dialog>
  );
}

/** A curl command that the key has the scope for. */
function curlFor({ scopes, app_id }: NewKey, secret: string, usualAppId?: number): string {
  const head = `curl ${location.origin}/api/v1`;
  const key = `-H "Authorization: Bearer ${secret}"`;
  if (!scopes.includes("checkouts:write")) {
    return `${head}/${scopes.includes("checkouts:read") ? "checkouts" : "credits"}/ \\\n  ${key}`;
  }
  const body = JSON.stringify({
    amount: 150000,
    currency: "ETB",
    client_reference: "order-1042",
    // An account-wide key must name the app.
    ...(app_id === null && { app_id: usualAppId }),
  });
  return `${head}/checkouts/ \\\n  ${key} \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`;
}
