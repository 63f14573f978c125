import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { buttonClass, type Look } from "./button-class.ts";
import { Spinner } from "./spinner.tsx";

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
