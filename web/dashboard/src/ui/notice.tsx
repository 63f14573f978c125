import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const KINDS = {
  info: { look: "bg-info-soft text-info", Icon: Info },
  good: { look: "bg-good-soft text-good", Icon: CircleCheck },
  warn: { look: "bg-warn-soft text-warn", Icon: TriangleAlert },
  bad: { look: "bg-bad-soft text-bad", Icon: CircleAlert },
} as const;

/** A message that matters for what the user does next. */
export function Notice({
  kind = "info",
  children,
}: {
  readonly kind?: keyof typeof KINDS;
  readonly children: ReactNode;
}) {
  const { look, Icon } = KINDS[kind];
  return (
    <div className={`flex gap-3 rounded-lg px-4 py-3 ${look}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
