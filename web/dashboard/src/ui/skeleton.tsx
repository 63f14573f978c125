/** Grey lines in the place of what is being read. */
export function Skeleton({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div aria-busy="true" className="space-y-3 p-6">
      <span className="sr-only">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={line} className="h-5 motion-safe:animate-pulse rounded bg-hover" />
      ))}
    </div>
  );
}
