import type { ReactNode } from "react";

/** A filter under its name; the control inside names itself to screen readers. */
export function FilterFrame({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="min-w-0 max-sm:flex-1 max-sm:basis-32 sm:[&>select]:max-w-52">
      <span aria-hidden className="mb-1 block text-xs text-soft">
        {label}
      </span>
      {children}
    </div>
  );
}
