import { type Attempt, OUTCOME_WORDS } from "../../data/checkouts.ts";
import { providerName } from "../../data/providers.ts";
import { formatMoney } from "../../format.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Time } from "../../ui/time.tsx";
import { Evidence } from "./evidence.tsx";

function toneOf(outcome: Attempt["outcome"]): Tone {
  if (outcome === "matched") return "good";
  if (outcome === "pending") return "info";
  return outcome === "superseded" || outcome === "provider_unavailable" ? "plain" : "bad";
}

/** One try with one reference: what came of it and, field by field, why. */
export function AttemptEntry({ attempt }: { readonly attempt: Attempt }) {
  const { expected, found } = attempt;
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{OUTCOME_WORDS[attempt.outcome]}</span>
        <Badge tone={toneOf(attempt.outcome)}>{attempt.outcome}</Badge>
      </p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-soft">
        {providerName(attempt.provider)}
        <Copyable value={attempt.reference} label="reference" />
      </p>
      {found && (
        <p className="text-soft">
          Asked {formatMoney(expected.amount, expected.currency)}, found{" "}
          {formatMoney(found.amount, found.currency)}
        </p>
      )}
      {attempt.next_at && (
        <p className="text-soft">
          Tried {attempt.tries} times; next <Time at={attempt.next_at} />
        </p>
      )}
      <Evidence evidence={attempt.evidence} currency={expected.currency} />
    </div>
  );
}
