import { ChevronRight } from "lucide-react";
import { type DeliveryAttempt, type DeliveryDetail, ERROR_WORDS } from "../../data/webhooks.ts";
import { formatCount } from "../../format.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Badge } from "../../ui/badge.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Time } from "../../ui/time.tsx";

/** The attempts of a delivery, the latest first. */
export function AttemptList({ delivery }: { readonly delivery: DeliveryDetail }) {
  const attempts = delivery.attempts.toSorted((a, b) => b.number - a.number);
  return (
    <ol className="divide-y divide-line">
      {attempts.length === 0 && <li className="text-soft">{t("logs.noAttemptsYetOr")}</li>}
      {attempts.map((attempt, place) => (
        <li key={attempt.number} className="py-4 first:pt-0 last:pb-0">
          <details open={place === 0} className="group">
            <summary className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <ChevronRight
                aria-hidden
                className="-mr-1 size-4 text-soft transition-transform group-open:rotate-90"
              />
              <span className="font-medium">{t("logs.attempt", { number: attempt.number })}</span>
              <Badge tone={attempt.status === "succeeded" ? "good" : "bad"}>
                {attempt.response_status ?? wordsOf(attempt)}
              </Badge>
              {attempt.trigger === "manual" && <Badge>{t("logs.manual")}</Badge>}
              <span className="text-note text-soft">
                <Text
                  id="logs.ms"
                  values={{
                    time: <Time at={attempt.started_at} form="both" />,
                    ms: formatCount(attempt.duration_ms),
                  }}
                />
              </span>
            </summary>
            <AttemptAnswer attempt={attempt} />
          </details>
        </li>
      ))}
    </ol>
  );
}

function AttemptAnswer({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const headers = Object.entries(attempt.response_headers);
  return (
    <div className="mt-3 space-y-3">
      {attempt.error_code && (
        <p className="text-bad">
          {wordsOf(attempt)}
          {attempt.remote_ip && ` (${attempt.remote_ip})`}.
        </p>
      )}
      {headers.length > 0 && (
        <CodeBlock label={t("logs.responseHeaders")}>
          {headers.map(([name, value]) => `${name}: ${value}`).join("\n")}
        </CodeBlock>
      )}
      {attempt.response_body && (
        <CodeBlock
          label={attempt.truncated ? t("logs.responseBodyTruncated") : t("logs.responseBody")}
        >
          {attempt.response_body}
        </CodeBlock>
      )}
      {!attempt.error_code && headers.length === 0 && !attempt.response_body && (
        <p className="text-soft">{t("logs.theResponseWasEmpty")}</p>
      )}
    </div>
  );
}

function wordsOf({ error_code, status }: DeliveryAttempt): string {
  return error_code ? ERROR_WORDS[error_code] : status;
}
