import { CopyButton } from "./copy.tsx";

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
        <pre className="font-mono text-note leading-5">{children}</pre>
      </section>
    </div>
  );
}
