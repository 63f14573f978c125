import { type Attempt, OUTCOME_WORDS, WAITING_WORDS } from "../../data/checkouts.ts";
import { providerName } from "../../data/providers.ts";
import { formatMoney } from "../../format.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Time } from "../../ui/time.tsx";
import { Evidence } from "./evidence.tsx";

function toneOf(outcome: Attempt["outcome"]): Tone {
  if (outcome === "matched" || outcome === "counted") return "good";
  if (outcome === "pending") return "info";
  return outcome === "superseded" || outcome === "provider_unavailable" ? "plain" : "bad";
}

/** One attempt: its outcome and, field by field, the reason. */
export function AttemptEntry({ attempt }: { readonly attempt: Attempt }) {
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">
          {attempt.waiting_for === null
            ? OUTCOME_WORDS[attempt.outcome]
            : WAITING_WORDS[attempt.waiting_for]}
        </span>
        <Badge tone={toneOf(attempt.outcome)}>
          <code>{attempt.outcome}</code>
        </Badge>
      </p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-soft">
        {providerName(attempt.provider)}
        <Copyable value={attempt.reference} label={t("checkouts.reference")} />
      </p>
      <AttemptProof attempt={attempt} />
    </div>
  );
}

/** What the bank's receipt of an attempt says, `open` with each field of it. */
export function AttemptProof({
  attempt,
  open = false,
}: {
  readonly attempt: Attempt;
  readonly open?: boolean;
}) {
  const { expected, found } = attempt;
  return (
    <>
      {found && (
        <p className="text-soft">
          {t("checkouts.expectedFound", {
            currency: formatMoney(expected.amount, expected.currency),
            currency2: formatMoney(found.amount, found.currency),
          })}
        </p>
      )}
      {attempt.next_at && (
        <p className="text-soft">
          <Text
            id="checkouts.triedTimesNext"
            values={{
              tries: attempt.tries,
              count: attempt.tries,
              time: <Time at={attempt.next_at} />,
            }}
          />
        </p>
      )}
      <ReceiptNote evidence={attempt.evidence} />
      <Evidence evidence={attempt.evidence} currency={expected.currency} open={open} />
    </>
  );
}

/** Why a receipt could not be read, and a link to it where the bank has one. */
function ReceiptNote({ evidence }: { readonly evidence: Attempt["evidence"] }) {
  const { unreadable, link } = evidence ?? {};
  const isLink = typeof link === "string" && link.startsWith("https://");
  return (
    <>
      {typeof unreadable === "string" && (
        <p className="text-soft">{t("checkouts.unreadableBecause", { why: unreadable })}</p>
      )}
      {isLink && (
        <p>
          <a className="underline" href={link} target="_blank" rel="noreferrer noopener">
            {t("checkouts.openReceipt")}
          </a>
        </p>
      )}
    </>
  );
}
