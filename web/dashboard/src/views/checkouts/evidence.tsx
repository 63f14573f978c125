import { Check, Minus, X } from "lucide-react";
import type { Attempt } from "../../data/checkouts.ts";
import { formatMoney, formatTime } from "../../format.ts";

const FIELDS = [
  ["status", "Status"],
  ["receiver", "Receiver"],
  ["currency", "Currency"],
  ["used", "Used before"],
  ["time", "Time"],
  ["amount", "Amount"],
] as const;

type Verdict = "fits" | "unsure" | "fails";
const ICONS = {
  fits: { Icon: Check, look: "text-good", said: "fits" },
  unsure: { Icon: Minus, look: "text-warn", said: "not sure" },
  fails: { Icon: X, look: "text-bad", said: "does not fit" },
} as const;

type Field = Readonly<Record<string, unknown>>;

/** What the rules said of each field of the receipt; read with care, for it is kept as it once was. */
export function Evidence({
  evidence,
  currency,
}: {
  readonly evidence: Attempt["evidence"];
  readonly currency: string;
}) {
  const fields = recordOf(evidence?.fields);
  if (fields === null) return null;
  const rows = FIELDS.flatMap(([name, label]) => {
    const field = recordOf(fields[name]);
    return field ? [{ name, label, field }] : [];
  });
  return (
    <details className="mt-2 max-w-2xl rounded-lg border border-line">
      <summary className="px-3 py-2 text-[13px] font-medium">Field by field</summary>
      <dl className="divide-y divide-line border-t border-line">
        {rows.map(({ name, label, field }) => {
          const { Icon, look, said } = ICONS[verdictOf(field)];
          return (
            <div key={name} className="flex gap-3 px-3 py-2 text-[13px]">
              <dt className="flex w-28 shrink-0 items-start gap-2 font-medium">
                <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look}`} />
                {label}
              </dt>
              <dd className="min-w-0 flex-1">
                <span className="sr-only">{said}: </span>
                {wordsOf(field.reason)}
                <Values name={name} field={field} currency={currency} />
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}

function Values({
  name,
  field,
  currency,
}: {
  readonly name: string;
  readonly field: Field;
  readonly currency: string;
}) {
  const shown = (value: unknown) =>
    name === "amount" && typeof value === "number"
      ? formatMoney(value, currency)
      : typeof value === "string"
        ? value
        : null;
  if (name === "time" && typeof field.paidAt === "number") {
    return (
      <span className="block text-soft">
        Paid {formatTime(new Date(field.paidAt).toISOString())}
        {field.dateOnly === true && " (only the day is known)"}
      </span>
    );
  }
  if (name === "receiver") {
    const found = recordOf(field.found);
    const said = [found?.name, found?.account].filter((part) => typeof part === "string");
    return said.length > 0 ? (
      <span className="block break-words text-soft">The receipt says {said.join(", ")}</span>
    ) : null;
  }
  const [expected, found] = [shown(field.expected), shown(field.found)];
  if (expected === null || found === null) return null;
  return (
    <span className="block text-soft">
      Asked {expected}, found {found}
    </span>
  );
}

function verdictOf(field: Field): Verdict {
  if (
    field.verdict === "unconfirmed" ||
    field.verdict === "uncertain" ||
    field.verdict === "late"
  ) {
    return "unsure";
  }
  return field.ok === true || field.verdict === "confirmed" ? "fits" : "fails";
}

function wordsOf(reason: unknown): string {
  const text = typeof reason === "string" ? reason.replaceAll("_", " ") : "";
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function recordOf(value: unknown): Field | null {
  return typeof value === "object" && value !== null ? (value as Field) : null;
}
