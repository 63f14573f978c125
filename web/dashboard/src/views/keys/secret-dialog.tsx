import type { keys } from "virtual:endpoints";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";

type NewKey = Answer<typeof keys.createApiKey>;

/** The only time that a key is shown; it closes by its button alone. */
export function SecretDialog({
  apiKey,
  onClose,
}: {
  readonly apiKey: NewKey;
  readonly onClose: () => void;
}) {
  const { secret, warning } = apiKey;
  return (
    <Dialog title="Copy the key now" onClose={onClose} closable={false} wide>
      {secret === null ? (
        <Notice kind="warn">
          The key was made, but its secret cannot be shown again. Revoke it and make another one.
        </Notice>
      ) : (
        <div className="space-y-4">
          <Notice kind="warn">
            It is shown this once and never again. Keep it on your server, like a password.
          </Notice>
          <div className="flex items-center gap-2 rounded-lg border border-line bg-raised py-2 pr-2 pl-3">
            <code className="min-w-0 flex-1 font-mono text-[13px] break-all" data-testid="secret">
              {secret}
            </code>
            <CopyButton value={secret} label="API key" text="Copy" />
          </div>
          {warning && <Notice>{warning}</Notice>}
          <CodeBlock label="Try it">{curlFor(apiKey, secret)}</CodeBlock>
        </div>
      )}
      <Actions>
        <Button look="primary" onClick={onClose}>
          I have stored it
        </Button>
      </Actions>
    </Dialog>
  );
}

/** A call that the key may make, ready to be pasted into a shell. */
function curlFor({ scopes, app_id }: NewKey, secret: string): string {
  const head = `curl ${location.origin}/api/v1`;
  const key = `-H "Authorization: Bearer ${secret}"`;
  if (!scopes.includes("checkouts:write")) {
    return `${head}/${scopes.includes("checkouts:read") ? "checkouts" : "credits"}/ \\\n  ${key}`;
  }
  const body = JSON.stringify({
    amount: 150000,
    currency: "ETB",
    client_reference: "order-1042",
    ...(app_id === null && { app_id: 1001 }),
  });
  return `${head}/checkouts/ \\\n  ${key} \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`;
}
