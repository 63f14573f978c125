import type { DeliveryDetail } from "../../data/webhooks.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Section } from "../../ui/page.tsx";

/** What is sent: the same bytes at every attempt; only time and signature are new. */
export function Payload({ delivery }: { readonly delivery: DeliveryDetail }) {
  return (
    <Section title="What is sent">
      <div className="space-y-3">
        <CodeBlock label="Headers">
          {[
            "content-type: application/json",
            `webhook-id: ${delivery.event_id}`,
            "webhook-timestamp: seconds of the attempt",
            "webhook-signature: v1,… (HMAC-SHA256 with the endpoint’s secret)",
          ].join("\n")}
        </CodeBlock>
        {delivery.payload === null ? (
          <p className="text-soft">The body is no longer kept.</p>
        ) : (
          <CodeBlock label="Body">{laidOut(delivery.payload)}</CodeBlock>
        )}
      </div>
    </Section>
  );
}

/** With line breaks, which the bytes that are sent and signed do not have. */
function laidOut(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
