import { webhooks } from "virtual:endpoints";
import { useState } from "react";
import type { Endpoint } from "../../data/webhooks.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { Section } from "../../ui/page.tsx";
import { Notice, ProblemNotice } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { OverlapField } from "../keys/key-dialogs.tsx";

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

export function SecretSection({ endpoint }: { readonly endpoint: Endpoint }) {
  const reveal = useAction(webhooks.revealWebhookSecret);
  const [isRotating, setRotating] = useState(false);
  const params = { id: endpoint.id };
  return (
    <Section
      title={t("webhooks.signingSecret")}
      actions={
        <>
          {reveal.data ? (
            <Button size="sm" onClick={() => reveal.reset()}>
              {t("webhooks.hide")}
            </Button>
          ) : (
            <Button size="sm" busy={reveal.isPending} onClick={() => reveal.mutate({ params })}>
              {t("webhooks.reveal")}
            </Button>
          )}
          <Button size="sm" onClick={() => setRotating(true)}>
            {t("keys.rotate")}
          </Button>
        </>
      }
    >
      {reveal.data ? (
        <SigningSecret secret={reveal.data.secret} />
      ) : (
        <p className="font-mono text-soft">{t("webhooks.whsec")}</p>
      )}
      {endpoint.previous_secret_expires_at && (
        <p className="mt-3 text-soft">
          <Text
            id="webhooks.weAlsoSignWith"
            values={{ time: <Time at={endpoint.previous_secret_expires_at} /> }}
          />
        </p>
      )}
      <ProblemNotice error={reveal.error} />
      {isRotating && (
        <RotateSecretDialog
          endpoint={endpoint}
          onClose={() => {
            reveal.reset();
            setRotating(false);
          }}
        />
      )}
    </Section>
  );
}

function RotateSecretDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}) {
  const [overlap, setOverlap] = useState(86_400);
  const rotate = useAction(webhooks.rotateWebhookSecret);
  return (
    <Dialog title={t("webhooks.rotateSigningSecret")} onClose={onClose} wide>
      {rotate.data ? (
        <SigningSecret secret={rotate.data.secret} />
      ) : (
        <>
          <p className="mb-4 text-soft">{t("webhooks.weSignWithThe")}</p>
          <OverlapField
            label={t("webhooks.alsoSignWithThe")}
            value={overlap}
            onChange={setOverlap}
          />
        </>
      )}
      <ProblemNotice error={rotate.error} />
      <Actions>
        <Button onClick={onClose}>{rotate.data ? t("webhooks.done") : t("account.cancel")}</Button>
        {!rotate.data && (
          <Button
            look="primary"
            busy={rotate.isPending}
            onClick={() =>
              rotate.mutate({ params: { id: endpoint.id }, body: { overlap_seconds: overlap } })
            }
          >
            {t("webhooks.rotateSecret")}
          </Button>
        )}
      </Actions>
    </Dialog>
  );
}
