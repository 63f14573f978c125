import type { DeliveryDetail } from "../../data/webhooks.ts";
import { t } from "../../texts/t.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Section } from "../../ui/page.tsx";

/** The request: every attempt sends the same body with a new timestamp and signature. */
export function Payload({ delivery }: { readonly delivery: DeliveryDetail }) {
  return (
    <Section title={t("logs.request")}>
      <div className="space-y-3">
        <CodeBlock label={t("logs.headers")}>
          {[
            "content-type: application/json",
            `webhook-id: ${delivery.event_id}`,
            t("logs.webhookTimestampUnixSeconds"),
            t("logs.webhookSignatureVHmac"),
          ].join("\n")}
        </CodeBlock>
        {delivery.payload === null ? (
          <p className="text-soft">{t("logs.weNoLongerKeep")}</p>
        ) : (
          <CodeBlock label={t("logs.body")}>{laidOut(delivery.payload)}</CodeBlock>
        )}
      </div>
    </Section>
  );
}

/** Formats the body for reading. We send and sign it without line breaks. */
function laidOut(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
