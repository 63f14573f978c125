import type { ReactNode } from "react";

/** Names and values of one object. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[13px] text-soft">{name}</dt>
      <dd className="mt-0.5 break-words">{children ?? <span className="text-soft">None</span>}</dd>
    </div>
  );
}
