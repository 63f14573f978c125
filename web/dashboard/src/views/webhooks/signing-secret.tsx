import { t } from "../../texts/t.ts";
import { CopyButton } from "../../ui/copy.tsx";
import { Notice } from "../../ui/notice.tsx";

/** The signing secret of an endpoint, and how to use it. */
export function SigningSecret({ secret }: { readonly secret: string | null }) {
  if (secret === null) {
    return <Notice kind="warn">{t("webhooks.revealTheSecretTo")}</Notice>;
  }
  return (
    <div className="space-y-3">
      <p className="text-soft">{t("webhooks.yourServerVerifiesEvery")}</p>
      <div className="flex items-center gap-2 rounded-lg border border-line bg-raised narrow:flex-col narrow:items-start py-2 pr-2 pl-3">
        <code className="min-w-0 flex-1 font-mono text-note break-all" data-testid="secret">
          {secret}
        </code>
        <CopyButton
          value={secret}
          label={t("webhooks.signingSecret2")}
          text={t("checkouts.copy")}
        />
      </div>
    </div>
  );
}
