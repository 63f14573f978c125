import type { ReactNode } from "react";
import { t } from "../texts/t.ts";

/** A list of names and values. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-8 gap-y-4">
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-note text-soft">{name}</dt>
      <dd className="mt-0.5 break-words">
        {children ?? <span className="text-soft">{t("ui.none")}</span>}
      </dd>
    </div>
  );
}
