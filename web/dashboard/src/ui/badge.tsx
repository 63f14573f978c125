import type { ReactNode } from "react";

export type Tone = "good" | "warn" | "bad" | "info" | "plain";

const TONES: Record<Tone, string> = {
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  info: "bg-info-soft text-info",
  plain: "bg-hover text-soft",
};

export function Badge({
  tone = "plain",
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex items-center rounded-full px-2 py-0.5 text-xs font-medium min-[22rem]:whitespace-nowrap narrow:whitespace-normal ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
