import { Link, type LinkProps } from "@tanstack/react-router";
import { LoaderCircle } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { buttonClass, type Look } from "./button-class.ts";

export function Spinner() {
  return <LoaderCircle aria-hidden className="size-4 animate-spin" />;
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
}: Look & {
  readonly icon?: ReactNode;
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
} & ButtonHTMLAttributes<HTMLButtonElement>) {
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

/** A link that looks like a button. */
export function ButtonLink({
  look,
  size,
  icon,
  children,
  className,
  ...to
}: Look &
  LinkProps & {
    readonly icon?: ReactNode;
    readonly children: ReactNode;
    readonly className?: string;
  }) {
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
