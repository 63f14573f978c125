import { CopyButton } from "../../ui/copy.tsx";
import { Notice } from "../../ui/notice.tsx";

/** A webhook's signing secret, and what it is good for. */
export function SigningSecret({ secret }: { readonly secret: string | null }) {
  if (secret === null) {
    return <Notice kind="warn">Reveal the secret to see it: it is not kept in this answer.</Notice>;
  }
  return (
    <div className="space-y-3">
      <p className="text-soft">
        Your server verifies every webhook with this signing secret (Standard Webhooks). It can be
        revealed again later; who did is kept in the audit.
      </p>
      <div className="flex items-center gap-2 rounded-lg border border-line bg-raised py-2 pr-2 pl-3">
        <code className="min-w-0 flex-1 font-mono text-[13px] break-all" data-testid="secret">
          {secret}
        </code>
        <CopyButton value={secret} label="signing secret" text="Copy" />
      </div>
    </div>
  );
}
