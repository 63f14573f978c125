import { Link, type LinkProps } from "@tanstack/react-router";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Spinner } from "./spinner.tsx";

export type ButtonLook = "primary" | "secondary" | "ghost" | "danger";

const BASE =
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap transition-colors disabled:opacity-60";
const SIZES = { md: "h-10 px-4", sm: "h-8 px-3 text-[13px]" } as const;
const LOOKS: Record<ButtonLook, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover",
  secondary: "border border-line-strong/60 bg-surface text-ink hover:bg-hover",
  ghost: "text-soft hover:bg-hover hover:text-ink",
  danger: "bg-bad-strong text-on-bad hover:opacity-90",
};

interface Look {
  readonly look?: ButtonLook;
  readonly size?: keyof typeof SIZES;
  readonly icon?: ReactNode;
}

export function buttonClass({ look = "secondary", size = "md" }: Look, more = ""): string {
  return `${BASE} ${SIZES[size]} ${LOOKS[look]} ${more}`;
}

export function Button({
  look,
  size,
  icon,
  busy = false,
  children,
  className,
  disabled,
  ...rest
}: Look & { readonly busy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass({ ...(look && { look }), ...(size && { size }) }, className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** Looks like a button, goes somewhere. */
export function ButtonLink({
  look,
  size,
  icon,
  children,
  className,
  ...to
}: Look & LinkProps & { readonly children: ReactNode; readonly className?: string }) {
  return (
    <Link
      {...to}
      className={buttonClass({ ...(look && { look }), ...(size && { size }) }, className)}
    >
      {icon}
      {children}
    </Link>
  );
}
