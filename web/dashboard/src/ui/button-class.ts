export type ButtonLook = "primary" | "secondary" | "ghost" | "danger";

const BASE =
  "button inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-lg text-center font-medium whitespace-nowrap transition-colors disabled:opacity-60 narrow:h-auto narrow:whitespace-normal narrow:px-3 narrow:py-1.5";
const SIZES = { md: "h-10 px-4 narrow:min-h-10", sm: "h-8 px-3 text-note narrow:min-h-8" } as const;
const LOOKS: Record<ButtonLook, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover",
  secondary: "border border-line-strong/60 bg-surface text-ink hover:bg-hover",
  ghost: "text-soft hover:bg-hover hover:text-ink",
  danger: "bg-bad-strong text-on-bad hover:opacity-90",
};

export interface Look {
  readonly look?: ButtonLook;
  readonly size?: keyof typeof SIZES;
}

export function buttonClass({ look = "secondary", size = "md" }: Look, more = ""): string {
  return `${BASE} ${SIZES[size]} ${LOOKS[look]} ${more}`;
}
