import { t } from "../texts/t.ts";
/** Gray lines in place of content that is loading. */
export function Skeleton({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div aria-busy="true" className="space-y-3 p-gutter sm:p-6">
      <span className="sr-only">{t("ui.loading")}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={line} className="h-5 motion-safe:animate-pulse rounded bg-hover" />
      ))}
    </div>
  );
}
