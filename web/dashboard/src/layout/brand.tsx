import { MARK, SERVICE_NAME } from "../../../../lib/contract/brand.ts";

/** The mark and name of the service. */
export function Brand() {
  return (
    <span className="flex min-w-0 items-center gap-[10px] text-[min(1em,6vw)] font-semibold tracking-tight">
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="size-[28px] shrink-0"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        <path d={MARK.seal} className="fill-accent stroke-accent" />
        <path d={MARK.tick} fill="none" strokeWidth="2.2" className="stroke-on-accent" />
      </svg>
      {SERVICE_NAME}
    </span>
  );
}
