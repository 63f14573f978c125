import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "../texts/t.ts";
import { toast } from "./toast.tsx";

function useCopy(value: string) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      toast(t("ui.notCopied"), "problem");
    }
  };
  return { copied, copy };
}

/** `label` says what is copied, e.g. `checkout id`. */
export function CopyButton({
  value,
  label,
  text,
}: {
  readonly value: string;
  readonly label: string;
  /** Shown beside the icon. */
  readonly text?: string;
}) {
  const { copied, copy } = useCopy(value);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={t("ui.copy", { label })}
        className={`thumb z-10 inline-flex h-7 shrink-0 items-center justify-center gap-1.5 rounded-md text-soft hover:bg-hover hover:text-ink ${text ? "border border-line px-2 font-medium" : "-my-1 w-7"}`}
      >
        <Icon aria-hidden className={`size-3.5 ${copied ? "text-good" : ""}`} />
        {text}
      </button>
      <span className="sr-only" role="status">
        {copied && t("ui.copied")}
      </span>
    </>
  );
}

/** A value in a fixed-width font with a copy button. */
export function Copyable({
  value,
  label,
  shown = value,
}: {
  readonly value: string;
  readonly label: string;
  readonly shown?: string;
}) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="min-w-0 truncate font-mono text-note" title={value}>
        {shown}
      </code>
      <CopyButton value={value} label={label} />
    </span>
  );
}

/** Text in a fixed-width font; long lines scroll. */
export function CodeBlock({
  label,
  children,
}: {
  readonly label: string;
  readonly children: string;
}) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-raised">
      <div className="flex items-center justify-between border-b border-line py-1 pr-2 pl-3 text-xs text-soft">
        {label}
        <CopyButton value={children} label={label} />
      </div>
      {/* What scrolls must be reachable by keyboard, and needs a name then. */}
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        className="max-h-96 overflow-auto p-3"
      >
        <pre className="font-mono text-note">{children}</pre>
      </section>
    </div>
  );
}
