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
      </div>
    </Section>
  );
}
